import { createHmac } from 'node:crypto';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import { recall } from '../db/facts.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { makeDue } from '../jobs/queue.ts';
import { nextTime } from '../lib/clock.ts';
import type { Mail } from '../net/mail.ts';
import { type Key, derivedKey, seal, unseal } from '../secrets/seal.ts';
import { type SystemKeys, fingerprintId } from '../secrets/system-keys.ts';
import { systemOwner } from '../secrets/wrapped-keys.ts';
import { type Allowance, countMail } from './mail-limits.ts';

export type MailRow = Schema['mails'];

/** How long mail of each kind waits to be sent at most: as long as its link would live. */
const waitMs = {
  reset: limits.resetMinutes * 60_000,
  address: serverLimits.addressHours * 3_600_000,
  notice: serverLimits.addressHours * 3_600_000,
  invitation: limits.invitationDays * dayMs,
  recipient: serverLimits.recipientDays * dayMs,
};
export type MailKind = keyof typeof waitMs;

export interface AccountMail extends Mail {
  to: string;
  kind: MailKind;
  /** The token of the link in it, whose life begins when the mail is sent. */
  token?: string;
}
/** A request for a reset link to an address, which the job looks up. */
interface ResetRequest {
  kind: 'reset';
  forgotten: string;
}
export type Waiting = AccountMail | ResetRequest;

/** A message about to be mailed. */
export interface Mailing {
  ownerId: string;
  to: readonly string[];
  /** Who tests a channel; null: nobody. */
  tester: string | null;
}

export const sendingKind = 'send-mails';

const contextOf = (row: string) => ({ table: 'mails', column: 'sealed', owner: systemOwner, row });
const recipientOf = (waiting: Waiting): string => ('forgotten' in waiting ? waiting.forgotten : waiting.to);

/** The queue of mail. Mail contains links, so it is sealed with a key that is replaced after a compromise. */
export class Outbox {
  readonly #keys: SystemKeys;
  /** Whether this installation sends mail. */
  readonly isOpen: boolean;

  constructor(keys: SystemKeys, isOpen: boolean) {
    this.#keys = keys;
    this.isOpen = isOpen;
  }

  #key(purpose: string): Key {
    return derivedKey({ id: fingerprintId, bytes: Buffer.from(this.#keys.fingerprint) }, purpose);
  }

  /** The counts of mail hold no address. */
  #countOf(kind: MailKind | 'message', address: string): string {
    return createHmac('sha256', this.#key('mail counts').bytes)
      .update(`${kind} ${emailKeyOf(address)}`)
      .digest('base64url');
  }

  #allowances(waiting: Waiting, sender: string | null): Allowance[] {
    const key = this.#countOf(waiting.kind, recipientOf(waiting));
    return [
      ...(sender === null ? [] : [{ key: `sender ${sender}`, max: serverLimits.mailsOfSender }]),
      waiting.kind === 'recipient'
        ? { key, max: serverLimits.recipientAsks, withinMs: dayMs }
        : { key, max: serverLimits.mailsToRecipient },
    ];
  }

  /**
   * Counts a message of a workspace to these addresses, which is sent past the queue of mail; false if that is more than
   * the workspace, an address or the person who tests a channel is allowed.
   */
  admits(db: Db, { ownerId, to, tester }: Mailing): Promise<boolean> {
    const allowances = to.flatMap((address): Allowance[] => [
      ...(tester === null ? [] : [{ key: `tester ${tester}`, max: serverLimits.mailsOfTester }]),
      { key: `workspace ${ownerId}`, max: serverLimits.mailsOfWorkspace },
      { key: this.#countOf('message', address), max: serverLimits.messagesToRecipient },
    ]);
    return transaction(db, (tx) => countMail(tx, allowances));
  }

  /**
   * Queues mail, to be sent after the transaction: all of it or, if it is more than the sender or a recipient is
   * allowed, nothing. Returns whether it was queued. `sender` is the account that asked for it; null: nobody who is
   * signed in.
   */
  async add(tx: Tx, sender: string | null, mails: readonly Waiting[]): Promise<boolean> {
    if (!this.isOpen) return false;
    if (
      !(await countMail(
        tx,
        mails.flatMap((waiting) => this.#allowances(waiting, sender)),
      ))
    )
      return false;
    for (const waiting of mails) {
      const id = uuid();
      const sealed = seal(this.#key('outbox'), contextOf(id), JSON.stringify(waiting));
      const createdAt = nextTime();
      const times = { createdAt, expiresAt: createdAt + waitMs[waiting.kind], nextAt: 0 };
      await tx
        .insertInto('mails')
        .values({ id, kind: waiting.kind, sealed, ...times, attempts: 0, lastError: null })
        .execute();
    }
    await makeDue(tx, sendingKind);
    return true;
  }

  /** Throws an UnsealError if the key has been replaced. */
  read({ id, sealed }: MailRow): Waiting {
    return JSON.parse(unseal(this.#key('outbox'), contextOf(id), sealed).toString('utf8')) as Waiting;
  }
}

/** The mail to send next. Invitations and questions, of which there may be many, go last. */
export const nextMail = (db: Db, now: number): Promise<MailRow | undefined> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('nextAt', '<=', now)
    .where('expiresAt', '>', now)
    .orderBy((eb) => eb('kind', 'in', ['invitation', 'recipient']))
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();

/** The number of waiting mails, and why the latest one failed, until another one is accepted. */
export async function waitingMail(db: Db): Promise<{ waiting: number; lastError: string | null }> {
  const { waiting } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return { waiting, lastError: await recall(db, 'mail.failure') };
}
