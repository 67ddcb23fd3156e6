import type { Db } from '../db/schema.ts';
import type { Config } from '../config.ts';
import { transaction } from '../db/transaction.ts';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import type { Mailing } from '../mail/outbox.ts';
import type { Undelivered } from '../net/mail-failure.ts';
import { mailMessage } from './channels/mail.ts';
import { SendRefusal } from './channels/outgoing.ts';
import { type Message, plainText } from './message.ts';
import { type Receivers, type Settled, byRefusal, isPartly, undeliveredWords } from './receivers.ts';
import { type AskingServices, askNew, hasAgreed, recipientsOf } from './recipients.ts';

const longest = 50_000;
/** How long more mail than is allowed waits. */
const tooManyMs = 15 * 60_000;

export interface MailingServices extends AskingServices {
  db: Db;
  config: Pick<Config, 'mail' | 'publicUrl'>;
}

export const acceptedWords = 'The mail server accepted the mail';

/**
 * Mails a message to addresses that agreed, within the limits on mail, and returns those that were refused, unless all
 * were. `all` are those that the mail names.
 */
export async function mailWithinLimits(
  { db, config, outbox }: MailingServices,
  mailing: Mailing,
  message: Pick<Message, 'key' | 'subject'>,
  text: string,
  all: readonly string[] = mailing.to,
): Promise<readonly Undelivered[]> {
  if (!config.mail) throw new SendRefusal('Mail is not set up');
  if (!(await outbox.admits(db, mailing)))
    throw new SendRefusal('Too many mails within an hour: the limits are in the documentation', {
      retryAfterMs: tooManyMs,
    });
  return mailMessage(config, { to: all, only: mailing.to }, message, text);
}

const once = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [emailKeyOf(address), address])).values(),
];

/** Those who agreed, and how many have not yet; who has not been asked is asked. */
async function agreedOf(
  services: MailingServices,
  channel: { ownerId: string; userId: string | null },
  addresses: readonly string[],
): Promise<{ agreed: string[]; waiting: number }> {
  const { db } = services;
  const recipients = await recipientsOf(db, channel.ownerId, addresses);
  if (recipients.some(({ state }) => state === 'not-asked'))
    await transaction(db, (tx) => askNew(tx, services, channel, addresses));
  const agreed = recipients.filter(hasAgreed).map(({ address }) => address);
  return { agreed: once(agreed), waiting: addresses.length - agreed.length };
}

/** Mails a message to those addresses of a channel that agreed and have not got it yet. */
export async function mailToChannel(
  services: MailingServices,
  channel: { ownerId: string; userId: string | null },
  addresses: readonly string[],
  message: Message,
  { tester, settled }: { tester: string | null; settled: Settled },
): Promise<{ message: string; receivers: Receivers }> {
  if (!services.config.mail) throw new SendRefusal('Mail is not set up');
  const { agreed, waiting } = await agreedOf(services, channel, addresses);
  const words = `${waiting} of ${addresses.length} addresses ${waiting === 1 ? 'waits' : 'wait'} for confirmation`;
  if (agreed.length === 0) throw new SendRefusal(`Not sent: ${words} by whoever reads their mail`);
  const to = agreed.filter((address) => settled[emailKeyOf(address)] === undefined);
  const mailing = { ownerId: channel.ownerId, to, tester };
  const undelivered =
    to.length === 0
      ? []
      : await mailWithinLimits(services, mailing, message, plainText(message, longest), agreed).catch(
          (error: unknown) => {
            if (error instanceof SendRefusal && isPartly(settled, error.undelivered))
              return error.undelivered;
            throw error;
          },
        );
  const taken = to.filter((address) => undelivered.every((each) => each.address !== address));
  const receivers = { taken, ...byRefusal(undelivered) };
  const said = [
    taken.length > 0 ? acceptedWords : 'The mail server accepted the mail for nobody else',
    undeliveredWords(receivers),
    waiting === 0 ? '' : words,
  ];
  return { message: said.filter((part) => part !== '').join('; '), receivers };
}
