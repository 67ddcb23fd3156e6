import type { Db } from '../db/schema.ts';
import type { Config } from '../config.ts';
import { transaction } from '../db/transaction.ts';
import type { Mailing } from '../mail/outbox.ts';
import { mailMessage } from './channels/mail.ts';
import { SendRefusal } from './channels/outgoing.ts';
import { type Message, plainText } from './message.ts';
import { type AskingServices, askNew, hasAgreed, recipientsOf } from './recipients.ts';

const longest = 50_000;
/** How long more mail than is allowed waits. */
const tooManyMs = 15 * 60_000;

export interface MailingServices extends AskingServices {
  db: Db;
  config: Pick<Config, 'mail' | 'publicUrl'>;
}

/** Mails a message to addresses that agreed, within the limits on mail, and says so in words. */
export async function mailWithinLimits(
  { db, config, outbox }: MailingServices,
  mailing: Mailing,
  message: Pick<Message, 'key' | 'subject'>,
  text: string,
): Promise<string> {
  if (!config.mail) throw new SendRefusal('Mail is not set up');
  if (!(await outbox.admits(db, mailing)))
    throw new SendRefusal('Too many mails within an hour: the limits are in the documentation', {
      retryAfterMs: tooManyMs,
    });
  return mailMessage(config, mailing.to, message, text);
}

/** Mails a message to those addresses of a channel that agreed; who has not been asked yet is asked. */
export async function mailToChannel(
  services: MailingServices,
  channel: { ownerId: string; userId: string | null },
  addresses: readonly string[],
  message: Message,
  tester: string | null,
): Promise<string> {
  if (!services.config.mail) throw new SendRefusal('Mail is not set up');
  const { db } = services;
  const { ownerId } = channel;
  const recipients = await recipientsOf(db, ownerId, addresses);
  if (recipients.some(({ state }) => state === 'not-asked'))
    await transaction(db, (tx) => askNew(tx, services, channel, addresses));
  const to = recipients.filter(hasAgreed).map(({ address }) => address);
  const waiting = addresses.length - to.length;
  const words = `${waiting} of ${addresses.length} addresses ${waiting === 1 ? 'waits' : 'wait'} for confirmation`;
  if (to.length === 0) throw new SendRefusal(`Not sent: ${words} by whoever reads their mail`);
  const said = await mailWithinLimits(
    services,
    { ownerId, to, tester },
    message,
    plainText(message, longest),
  );
  return waiting === 0 ? said : `${said}; ${words}`;
}
