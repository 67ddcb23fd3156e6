import { BoundedCache } from '../../lib/bounded-cache.ts';
import { AppError } from '../../lib/errors.ts';

/** The client that asks for a hash, and the account whose password it is. */
export interface Party {
  client: string;
  account: string;
}
type Side = keyof Party;

interface Waiting extends Party {
  /** How many tasks had begun when this one arrived. */
  turn: number;
  since: number;
  begin: () => void;
  refuse: () => void;
}

const overloaded = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many sign-ins at once; try again in a moment', undefined, 5);

/** More than the number of parties that can wait at once. */
const partiesAtMost = 10_000;

/**
 * Runs one task at a time: a hash occupies a core and 19 MiB for a while. Turns alternate between a round robin over
 * clients and one over accounts, so that neither a client that tries many accounts nor an account that is tried by many
 * clients delays another client's task for another account by more than a few turns.
 */
export class HashQueue {
  readonly #waitingAtMost: number;
  readonly #waitAtMostMs: number;
  #waiting: Waiting[] = [];
  #turn = 0;
  #busy = false;
  /** The turn in which each party last ran. */
  readonly #served: Record<Side, BoundedCache<number>> = {
    client: new BoundedCache({ max: partiesAtMost }),
    account: new BoundedCache({ max: partiesAtMost }),
  };

  constructor({ waitingAtMost = 1000, waitAtMostMs = 20_000 } = {}) {
    this.#waitingAtMost = waitingAtMost;
    this.#waitAtMostMs = waitAtMostMs;
  }

  async run<T>(party: Party, task: () => Promise<T>): Promise<T> {
    await this.#wait(party);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #wait({ client, account }: Party): Promise<void> {
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(overloaded());
    const since = performance.now();
    this.#waiting.push({ client, account, turn: this.#turn, since, begin, refuse });
    if (this.#waiting.length > this.#waitingAtMost) this.#remove(this.#most()).refuse();
    if (!this.#busy) this.#next();
    return promise;
  }

  #next(): void {
    this.#busy = false;
    while (!this.#busy && this.#waiting.length > 0) {
      this.#turn += 1;
      const next = this.#remove(this.#turn % 2 === 0 ? this.#first('client') : this.#first('account'));
      if (performance.now() - next.since > this.#waitAtMostMs) {
        next.refuse();
        continue;
      }
      for (const side of ['client', 'account'] as const) this.#served[side].set(next[side], this.#turn);
      this.#busy = true;
      next.begin();
    }
  }

  #rank(waiting: Waiting, side: Side): number {
    return Math.max(waiting.turn, this.#served[side].get(waiting[side]) ?? 0);
  }

  /** The index of the task whose party has waited longest on this side. */
  #first(side: Side): number {
    const other = side === 'client' ? 'account' : 'client';
    let [first, rank, otherRank] = [0, Infinity, Infinity];
    this.#waiting.forEach((waiting, index) => {
      const [own, others] = [this.#rank(waiting, side), this.#rank(waiting, other)];
      if (own < rank || (own === rank && others < otherRank)) [first, rank, otherRank] = [index, own, others];
    });
    return first;
  }

  /** The index of the newest task of the party with the most waiting: a full queue drops that one, nobody else's. */
  #most(): number {
    const counts = { client: new Map<string, number>(), account: new Map<string, number>() };
    const count = (waiting: Waiting, side: Side) => counts[side].get(waiting[side]) ?? 0;
    for (const waiting of this.#waiting)
      for (const side of ['client', 'account'] as const)
        counts[side].set(waiting[side], count(waiting, side) + 1);
    const totals = this.#waiting.map((waiting) => count(waiting, 'client') + count(waiting, 'account'));
    return totals.lastIndexOf(Math.max(...totals));
  }

  #remove(index: number): Waiting {
    const [removed] = this.#waiting.splice(index, 1);
    if (!removed) throw new Error('Nothing waits there');
    return removed;
  }
}
