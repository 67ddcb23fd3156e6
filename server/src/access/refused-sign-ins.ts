import type { Db } from '../db/schema.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { RateLimit } from '../lib/rate-limit.ts';
import type { UserRow } from './accounts.ts';
import { audit } from './audit.ts';
import type { Origin } from './principal.ts';

/** What was refused. */
interface Refusal {
  /** The account with that address, if one exists. */
  found: UserRow | null;
  /** null if the sign-in names no address, as with an unknown passkey. */
  email: string | null;
  origin: Origin;
  method: 'password' | 'code' | 'passkey' | 'identity provider';
}

/**
 * Records refused sign-ins: for each account a few at once, then one a minute, which counts those left out since the
 * last. Addresses without an account share one limit. Guessing thus neither fills the disk nor hides attempts at
 * another account.
 */
export class RefusedSignIns {
  readonly #db: Db;
  readonly #recorded = new RateLimit('refusedSignIn');
  readonly #leftOut = new BoundedCache<number>();

  constructor(db: Db) {
    this.#db = db;
  }

  async add({ found, email, origin, method }: Refusal): Promise<void> {
    const account = found?.id ?? 'nobody';
    const leftOut = this.#leftOut.get(account) ?? 0;
    if (this.#recorded.tryTake(account) > 0) {
      this.#leftOut.set(account, leftOut + 1);
      return;
    }
    this.#leftOut.delete(account);
    const details = { method, ...(leftOut > 0 && { leftOut }) };
    await audit(this.#db, { action: 'session.refused', origin, actor: found, subject: email, details });
  }
}
