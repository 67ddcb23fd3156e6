import { plainText, urgencyOf } from '../message.ts';
import { type HttpChannel, below, json } from './outgoing.ts';

const longest = 4000;
const types = { now: 'failure', soon: 'warning', later: 'info' };

const problems: Readonly<Record<number, string>> = {
  204: 'Apprise has nothing configured for this key and tag, so nobody was told',
  424: 'Apprise answered 424: some services of this key failed; the others get it again',
};

export const apprise: HttpChannel<'apprise'> = {
  write: ({ url, key, tag }, message) =>
    json(below(url, `notify/${key}`), {
      title: message.subject,
      body: plainText(message, longest),
      type: types[urgencyOf(message)],
      format: 'text',
      ...(tag !== null && { tag }),
    }),
  // Which of them failed stands in no answer, only in its log.
  problemOf: ({ status }) => problems[status] ?? null,
};
