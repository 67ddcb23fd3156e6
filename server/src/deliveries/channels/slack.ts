import { shortened } from '@quartermaster/contract/rules/limits';
import { type Message, linesWithin, moreWords } from '../message.ts';
import { type HttpChannel, json } from './outgoing.ts';

/** A block takes 3,000 characters, a message 50 blocks. */
const longest = 2800;
const blocks = 45;

/** Mentions and links stand in angle brackets. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const linkTo = (url: string, text: string): string =>
  `<${url.replaceAll('|', '%7C').replaceAll('>', '%3E')}|${escaped(text)}>`;

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

export const slack: HttpChannel<'slack'> = {
  write: ({ url }, message: Message) => {
    const write = (item: Message['items'][number]) =>
      section(
        [linkTo(item.url, shortened(item.text, longest / 4)), escaped(item.details)]
          .filter(Boolean)
          .join('\n'),
      );
    const { lines, more } = linesWithin(blocks, message, write, () => 1);
    const rest = more > 0 ? [section(moreWords(more))] : [];
    return json(url, { text: escaped(shortened(message.subject, longest / 4)), blocks: [...lines, ...rest] });
  },
};
