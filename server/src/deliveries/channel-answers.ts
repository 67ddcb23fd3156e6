import type { Schema } from '../db/schema.ts';

/** What the receivers of a channel answered beside that they took a message. */
export interface ChannelAnswers {
  /** Addresses, by their keys, that the mail server refuses for good, with its status; null: it takes none beyond ASCII. */
  refused?: Readonly<Record<string, number | null>>;
  /** The chat to which Telegram moved the one that is configured. */
  chatId?: string | undefined;
}

export const answersOf = ({ answers }: Pick<Schema['channels'], 'answers'>): ChannelAnswers =>
  JSON.parse(answers) as ChannelAnswers;

/** Why an address gets nothing. */
export const refusalWords = (status: number | null): string =>
  `is refused${status === null ? ': this mail server does not take international addresses' : ` (${status})`}`;

/** What is said of a group that has a new id, which is no secret. */
export const movedWords = (chatId: string): string =>
  `The group became a supergroup: its chat id is now ${chatId}`;
