import { v7 as uuid } from 'uuid';
import { recall } from '../db/facts.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { makeDue } from '../jobs/queue.ts';
import { nextTime } from '../lib/clock.ts';
import type { Mail } from '../net/mail.ts';
import { type Key, derivedKey, seal, unseal } from '../secrets/seal.ts';
import { type SystemKeys, fingerprintId } from '../secrets/system-keys.ts';
import { systemOwner } from '../secrets/wrapped-keys.ts';

export type MailRow = Schema['mails'];
/** What waits to be sent: a mail, or a request for a reset link to an address, which the job looks up. */
export type Waiting = Mail | { forgotten: string };

export const sendingKind = 'send-mails';

const contextOf = (row: string) => ({ table: 'mails', column: 'sealed', owner: systemOwner, row });

/** The queue of mail. Mail contains links, so it is sealed with a key that is replaced after a compromise. */
export class Outbox {
  readonly #keys: SystemKeys;
  /** Whether this installation sends mail. */
  readonly isOpen: boolean;

  constructor(keys: SystemKeys, isOpen: boolean) {
    this.#keys = keys;
    this.isOpen = isOpen;
  }

  get #key(): Key {
    return derivedKey({ id: fingerprintId, bytes: Buffer.from(this.#keys.fingerprint) }, 'outbox');
  }

  /** Queues mail, to be sent after the transaction and before it expires; does nothing where mail is not set up. */
  async add(tx: Db | Tx, waiting: Waiting, expiresAt: number): Promise<void> {
    if (!this.isOpen) return;
    const id = uuid();
    const sealed = seal(this.#key, contextOf(id), JSON.stringify(waiting));
    const row = { id, sealed, createdAt: nextTime(), expiresAt, attempts: 0, nextAt: 0, lastError: null };
    await (tx as Db).insertInto('mails').values(row).execute();
    await makeDue(tx, sendingKind);
  }

  /** Throws an UnsealError if the key has been replaced. */
  read({ id, sealed }: MailRow): Waiting {
    return JSON.parse(unseal(this.#key, contextOf(id), sealed).toString('utf8')) as Waiting;
  }
}

/** The number of waiting mails, and why the latest one failed, until another one is accepted. */
export async function waitingMail(db: Db): Promise<{ waiting: number; lastError: string | null }> {
  const { waiting } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return { waiting, lastError: await recall(db, 'mail.failure') };
}
