import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { testMail } from '../../mail/mail-texts.ts';
import { forget, remember } from '../../db/facts.ts';
import { AppError } from '../../lib/errors.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { sendMail } from '../../net/mail.ts';
import { MailFailure } from '../../net/mail-failure.ts';
import type { Services } from '../../services.ts';

/** A person waits for it. */
const deadlineMs = 20_000;

/** Sends a mail to an administrator's own address at once, past the queue. */
export function mailTests({ db, config, log }: Services) {
  const tests = new RateLimit('testMail');
  return async ({ user, origin }: Person): Promise<{ to: string; problem: string | null }> => {
    if (!config.mail) throw new AppError('CONFLICT', 'Mail is not set up; set SMTP_URL and MAIL_FROM');
    tests.take(user.id);
    const { server, from } = config.mail;
    const problem = await sendMail(server, from, testMail(user.email, config.publicUrl), deadlineMs).then(
      () => null,
      (error: unknown) => {
        if (error instanceof MailFailure) return error.message;
        throw error;
      },
    );
    if (problem === null) await forget(db, 'mail.failure');
    else {
      log.warn({ reason: problem }, 'a test mail could not be sent');
      await remember(db, 'mail.failure', problem);
    }
    await audit(db, {
      action: 'mail.tested',
      actor: user,
      origin,
      subject: user.email,
      details: { problem },
    });
    return { to: user.email, problem };
  };
}
