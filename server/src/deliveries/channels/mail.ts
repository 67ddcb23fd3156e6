import { shortened } from '@quartermaster/contract/rules/limits';
import type { Config } from '../../config.ts';
import { withoutLinks } from '../../lib/without-links.ts';
import { MailFailure, type Undelivered } from '../../net/mail-failure.ts';
import { sendMail } from '../../net/mail.ts';
import type { Message } from '../message.ts';
import { SendRefusal } from './outgoing.ts';

/** A mail server may take its time to look at a mail, but others wait. */
const deadlineMs = 20_000;
const longestSubject = 300;

const signature = '\n\n-- \nQuartermaster';

/** Sends a message as mail to some of its addresses, which the mail says, and returns those that were refused. */
export async function mailMessage(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  addresses: { to: readonly string[]; only: readonly string[] },
  message: Pick<Message, 'key' | 'subject'>,
  text: string,
): Promise<readonly Undelivered[]> {
  if (!mail) throw new SendRefusal('Mail is not set up');
  const sent = {
    ...addresses,
    // Names are whatever people typed.
    subject: shortened(`Quartermaster: ${withoutLinks(message.subject)}`, longestSubject),
    text: `${text}${signature}`,
    messageId: `<${message.key}@${new URL(publicUrl).hostname}>`,
  };
  try {
    return (await sendMail(mail.server, mail.from, sent, deadlineMs)).refused;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const { status, message: reason, refused } = error;
    // What the server says may name anybody.
    const words = status === null ? reason : `The mail server answered ${status}`;
    throw new SendRefusal(words, { status, undelivered: refused });
  }
}
