import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { forget, remember } from '../db/facts.ts';
import type { Db } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import type { Job } from '../jobs/job.ts';
import { backoffMs } from '../jobs/queue.ts';
import { type Mail, sendMail } from '../net/mail.ts';
import { MailFailure } from '../net/mail-failure.ts';
import { UnsealError } from '../secrets/seal.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { userByEmail } from '../access/accounts.ts';
import { beginInvitation } from '../access/invitations.ts';
import { resetMail } from './mail-texts.ts';
import { beginToken, issueToken, linkTo } from '../access/one-time-tokens.ts';
import { type MailRow, type Outbox, type Waiting, nextMail, sendingKind } from './outbox.ts';

interface SendingServices {
  db: Db;
  config: Config;
  keyring: Keyring;
  outbox: Outbox;
  log: FastifyBaseLogger;
}

/** The longest wait while the mail server cannot be reached: once it can, reset links leave within a minute. */
const unreachableMs = 30_000;

/** An error of the database may contain rows, so only its name is kept. */
const reasonOf = (error: unknown): string =>
  error instanceof MailFailure ? error.message : error instanceof Error ? error.name : 'unknown';

/** A reset link, if an account has the address. It is looked up here, so that the answer to the request reveals nothing. */
async function resetMailTo({ db, config }: SendingServices, address: string): Promise<Mail | null> {
  const user = await userByEmail(db, address);
  if (!user || user.disabledAt !== null) return null;
  const token = await transaction(db, (tx) =>
    issueToken(tx, { purpose: 'reset', userId: user.id, email: null }),
  );
  return resetMail(user.email, linkTo(config.publicUrl, 'reset', token));
}

/** The mail to send; null if there is none, or none any more: a link that has been voided is not sent. */
async function mailOf(services: SendingServices, waiting: Waiting): Promise<Mail | null> {
  if ('forgotten' in waiting) return resetMailTo(services, waiting.forgotten);
  const { kind, token } = waiting;
  if (token === undefined) return waiting;
  const begin = kind === 'invitation' ? beginInvitation : beginToken;
  // A notice is still true after its link has been voided.
  return (await begin(services.db, token)) || kind === 'notice' ? waiting : null;
}

const removed = (db: Db, { id }: MailRow) => db.deleteFrom('mails').where('id', '=', id).execute();

/** Sends one mail. After a failure it waits, and holds up no other. */
async function send(
  services: SendingServices,
  row: MailRow,
  { server, from }: NonNullable<Config['mail']>,
): Promise<void> {
  const { db, outbox, log } = services;
  try {
    const mail = await mailOf(services, outbox.read(row));
    if (mail) {
      await sendMail(server, from, mail);
      await forget(db, 'mail.failure');
    }
    await removed(db, row);
  } catch (error) {
    const reason = reasonOf(error);
    const [isOfMail, isFinal] =
      error instanceof MailFailure ? [error.isOfMail, error.isFinal] : [false, false];
    const attempts = row.attempts + 1;
    log.warn({ reason, attempts }, 'a mail could not be sent');
    await remember(db, 'mail.failure', reason);
    // A mail that a rotation made unreadable held links that are void too.
    if (isFinal || error instanceof UnsealError) return void (await removed(db, row));
    const wait = Math.min(backoffMs(attempts), isOfMail ? Infinity : unreachableMs);
    await db
      .updateTable('mails')
      .set({ attempts, lastError: reason, nextAt: Math.round(Date.now() + wait) })
      .where('id', '=', row.id)
      .execute();
  }
}

/**
 * Sends queued mail, retrying each until its content expires. Reads the queue again before each mail, so that urgent
 * ones never wait for those that came before.
 */
export const mailSending = (services: SendingServices): Job => ({
  kind: sendingKind,
  cron: '*/30 * * * * *',
  run: async ({ signal }) => {
    const { db, config, keyring } = services;
    await db.deleteFrom('mails').where('expiresAt', '<=', Date.now()).execute();
    if (!config.mail) return;
    // A server with another master key can't read them; one that has the right key sends them.
    keyring.expectOpen();
    while (!signal.aborted) {
      const row = await nextMail(db, Date.now());
      if (!row) return;
      await send(services, row, config.mail);
    }
  },
});
