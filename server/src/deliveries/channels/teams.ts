import { linesWithin, moreWords } from '../message.ts';
import { type HttpChannel, json } from './outgoing.ts';

/** A card may have 28 kB. */
const heaviest = 24_000;

/** Text runs are shown as they are; other text of a card may hold mark-up. */
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more });
const block = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines });

export const teams: HttpChannel<'teams'> = {
  write: ({ url, bareCard }, message) => {
    const { lines, more } = linesWithin(
      heaviest,
      message,
      (item) =>
        block(
          run(item.text, { weight: 'Bolder', selectAction: { type: 'Action.OpenUrl', url: item.url } }),
          ...(item.details === '' ? [] : [run(` ${item.details}`)]),
        ),
      (line) => Buffer.byteLength(JSON.stringify(line)),
    );
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [...lines, ...(more > 0 ? [block(run(moreWords(more)))] : [])],
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return json(url, bareCard ? content : { type: 'message', attachments: [{ contentType, content }] });
  },
};
