import { forget, remember } from '../db/facts.ts';
import type { Db } from '../db/schema.ts';
import type { Job } from '../jobs/job.ts';
import { backoffMs } from '../jobs/queue.ts';
import { type Mail, sendMail } from '../net/mail.ts';
import { MailFailure } from '../net/mail-failure.ts';
import { UnsealError } from '../secrets/seal.ts';
import type { Services } from '../services.ts';
import { userByEmail } from './accounts.ts';
import { resetMail } from './mail-texts.ts';
import { issueToken, linkTo } from './one-time-tokens.ts';
import { type MailRow, type Waiting, sendingKind } from './outbox.ts';

const rowsAtOnce = 100;

/** An error of the database may contain rows, so only its name is kept. */
const reasonOf = (error: unknown): string =>
  error instanceof MailFailure ? error.message : error instanceof Error ? error.name : 'unknown';

/**
 * The mail with a link, if an account has the address. It is looked up here, so that the answer to the request reveals
 * nothing.
 */
async function mailOf(services: Services, waiting: Waiting): Promise<Mail | null> {
  if (!('forgotten' in waiting)) return waiting;
  const { db, config } = services;
  const user = await userByEmail(db, waiting.forgotten);
  if (!user || user.disabledAt !== null) return null;
  const token = await db
    .transaction()
    .execute((tx) => issueToken(tx, { purpose: 'reset', userId: user.id, email: null }));
  return resetMail(user.email, linkTo(config.publicUrl, 'reset', token));
}

const removed = (db: Db, { id }: MailRow) => db.deleteFrom('mails').where('id', '=', id).execute();

/** Sends one mail; false if the server is not accepting mail at the moment. */
async function send(services: Services, row: MailRow): Promise<boolean> {
  const { db, config, outbox, log } = services;
  if (!config.mail) return false;
  try {
    const mail = await mailOf(services, outbox.read(row));
    if (mail) await sendMail(config.mail.server, config.mail.from, mail);
    await removed(db, row);
    await forget(db, 'mail.failure');
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    const [isOfMail, isFinal] =
      error instanceof MailFailure ? [error.isOfMail, error.isFinal] : [false, false];
    const attempts = row.attempts + 1;
    log.warn({ reason, attempts }, 'a mail could not be sent');
    await remember(db, 'mail.failure', reason);
    // A mail that a rotation made unreadable held links that are void too.
    if (isFinal || error instanceof UnsealError) await removed(db, row);
    else
      await db
        .updateTable('mails')
        .set({ attempts, lastError: reason, nextAt: Math.round(Date.now() + backoffMs(attempts)) })
        .where('id', '=', row.id)
        .execute();
    return isOfMail || error instanceof UnsealError;
  }
}

/** Sends queued mail, retrying each until its content expires. */
export const mailSending = (services: Services): Job => ({
  kind: sendingKind,
  cron: '* * * * *',
  run: async ({ signal }) => {
    const { db } = services;
    const now = Date.now();
    await db.deleteFrom('mails').where('expiresAt', '<=', now).execute();
    const due = await db
      .selectFrom('mails')
      .selectAll()
      .where('nextAt', '<=', now)
      .orderBy('createdAt')
      .limit(rowsAtOnce)
      .execute();
    for (const row of due) if (signal.aborted || !(await send(services, row))) return;
  },
});
