import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { type Undelivered, isForNow } from '../net/mail-failure.ts';
import { type ChannelAnswers, answersOf, refusalWords } from './channel-answers.ts';
import { type ChannelRow, addressesOf } from './channel-row.ts';
import type { DeliveryRow } from './queue.ts';

/** What became of a mail to several addresses, each of which the mail server takes or refuses by itself. */
export interface Receivers {
  taken: readonly string[];
  /** For good: it is not sent there again. */
  refused: readonly Undelivered[];
  /** For now: it is sent again to these alone. */
  deferred: readonly Undelivered[];
}

/** The addresses, by their keys, that a message is not sent to again. */
export type Settled = Readonly<Record<string, 'taken' | 'refused'>>;

export const settledOf = ({ settled }: Pick<DeliveryRow, 'settled'>): Settled =>
  JSON.parse(settled) as Settled;

/** The same after another attempt. */
export const withReceivers = (before: Settled, { taken, refused }: Receivers): Settled => ({
  ...before,
  ...Object.fromEntries(taken.map((address) => [emailKeyOf(address), 'taken'])),
  ...Object.fromEntries(refused.map(({ address }) => [emailKeyOf(address), 'refused'])),
});

/**
 * Whether a mail that the mail server took for none of these addresses is on its way nevertheless: others have it, or some
 * may get it later. Else all is tried again, as a person may change what is wrong.
 */
export function isPartly(settled: Settled, undelivered: readonly Undelivered[]): boolean {
  const known = Object.values(settled);
  const isLeft = undelivered.some(isForNow);
  const isSettled = known.length > 0 || !undelivered.every(isForNow);
  return undelivered.length > 0 && (known.includes('taken') || (isLeft && isSettled));
}

/** Those after another message; addresses that the channel has no more are forgotten. */
export function answersAfter(
  channel: Pick<ChannelRow, 'type' | 'config' | 'answers'>,
  { taken = [], refused = [] }: Partial<Receivers>,
  chatId?: string,
): ChannelAnswers {
  const known = { ...answersOf(channel).refused };
  for (const { address, status } of refused) known[emailKeyOf(address)] = status;
  const keys = new Set(addressesOf(channel).map(emailKeyOf));
  const isOver = new Set(taken.map(emailKeyOf));
  const left = Object.entries(known).filter(([key]) => keys.has(key) && !isOver.has(key));
  return { ...(left.length > 0 && { refused: Object.fromEntries(left) }), chatId };
}

const named = 3;

const listed = (undelivered: readonly Undelivered[], write: (each: Undelivered) => string): string[] =>
  undelivered.length === 0
    ? []
    : [
        undelivered
          .slice(0, named)
          .map(write)
          .concat(undelivered.length > named ? [`${undelivered.length - named} more`] : [])
          .join(', '),
      ];

/** Those who did not get a mail, in words; '' if all did. */
export const undeliveredWords = ({ refused, deferred }: Omit<Receivers, 'taken'>): string =>
  [
    ...listed(refused, ({ address, status }) => `${address} ${refusalWords(status)}`),
    ...listed(deferred, ({ address, status }) => `${address} is refused for now (${status})`),
  ].join('; ');

/** By whether they are refused for good. */
export const byRefusal = (undelivered: readonly Undelivered[]): Omit<Receivers, 'taken'> => ({
  refused: undelivered.filter((each) => !isForNow(each)),
  deferred: undelivered.filter(isForNow),
});
