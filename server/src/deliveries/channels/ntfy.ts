import { shortened } from '@quartermaster/contract/rules/limits';
import { plainText, urgencyOf } from '../message.ts';
import { type HttpChannel, json } from './outgoing.ts';

/** A longer message becomes an attachment. */
const longest = 1300;
const longestTitle = 200;
const priorities = { now: 5, soon: 4, later: 3 };

export const ntfy: HttpChannel<'ntfy'> = {
  write: ({ url, topic, token }, message) => {
    const outgoing = json(url, {
      topic,
      title: shortened(message.subject, longestTitle),
      message: plainText(message, longest),
      priority: priorities[urgencyOf(message)],
      tags: ['calendar'],
      click: message.items[0]?.url,
    });
    const headers = { ...outgoing.headers, ...(token !== null && { authorization: `Bearer ${token}` }) };
    return { ...outgoing, headers };
  },
};
