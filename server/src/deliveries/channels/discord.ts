import { linesWithin, moreWords } from '../message.ts';
import { type HttpChannel, json } from './outgoing.ts';

const longest = 1950;

const escaped = (text: string): string =>
  text.replaceAll(/[\\*_~`|<>[\]#@]/g, (character) => `\\${character}`);

export const discord: HttpChannel<'discord'> = {
  write: ({ url }, message) => {
    const { lines, more } = linesWithin(
      longest,
      message,
      // In angle brackets a link has no preview.
      (item) => [`**${escaped(item.text)}**`, item.details, `<${item.url}>`].filter(Boolean).join('\n'),
      (line) => line.length + 1,
    );
    return json(url, {
      content: [...lines, ...(more > 0 ? [moreWords(more)] : [])].join('\n'),
      // Nobody is pinged, whatever a record is called.
      allowed_mentions: { parse: [] },
    });
  },
};
