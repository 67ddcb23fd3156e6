import { shortened } from '@quartermaster/contract/rules/limits';
import type { Config } from '../../config.ts';
import { withoutLinks } from '../../lib/without-links.ts';
import { MailFailure } from '../../net/mail-failure.ts';
import { sendMail } from '../../net/mail.ts';
import type { Message } from '../message.ts';
import { SendRefusal } from './outgoing.ts';

/** A mail server may take its time to look at a mail, but others wait. */
const deadlineMs = 20_000;
const longestSubject = 300;

const signature = '\n\n-- \nQuartermaster';

/** Sends a message as mail, and says so in words. */
export async function mailMessage(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  to: readonly string[],
  message: Pick<Message, 'key' | 'subject'>,
  text: string,
): Promise<string> {
  if (!mail) throw new SendRefusal('Mail is not set up');
  const sent = {
    to,
    // Names are whatever people typed.
    subject: shortened(`Quartermaster: ${withoutLinks(message.subject)}`, longestSubject),
    text: `${text}${signature}`,
    messageId: `<${message.key}@${new URL(publicUrl).hostname}>`,
  };
  try {
    const { refused } = await sendMail(mail.server, mail.from, sent, deadlineMs);
    return refused === 0
      ? 'The mail server accepted the mail'
      : `The mail server accepted the mail, but refused ${refused} of ${to.length} addresses`;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const { status, message: reason } = error;
    // What the server says may name anybody.
    throw new SendRefusal(status === null ? reason : `The mail server answered ${status}`, {
      status,
    });
  }
}
