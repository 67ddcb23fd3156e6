import { type Expression, type SqlBool, sql } from 'kysely';
import { recall, remember } from '../db/facts.ts';
import type { Db } from '../db/schema.ts';

/** For how long workers look while a job is due and nobody takes it, until it counts as stuck. */
export const stuckAfterMs = 600_000;
/** Marked at once; the longest due come first. */
const markedAtOnce = 500;

/**
 * The time, in ms, in which workers looked while a job was late. It stands still while no process looks, or all are
 * paused, and no clock moves it.
 */
export const watchedMs = async (db: Db): Promise<number> => Number((await recall(db, 'jobs.watched')) ?? 0);

/** Marks jobs that are due and that nobody takes, and lets the time run in which workers look. */
export class Lateness {
  readonly #db: Db;
  readonly #lookMs: number;
  readonly #clock: () => number;
  #notedAt: number;
  #watched = 0;

  /** `clock` is monotonic. */
  constructor(db: Db, lookMs: number, clock = () => performance.now()) {
    this.#db = db;
    this.#lookMs = lookMs;
    this.#clock = clock;
    this.#notedAt = clock();
  }

  /** Called at each look, once the worker has taken what it can. */
  async note(kinds: readonly string[], now: number): Promise<void> {
    const passed = this.#clock() - this.#notedAt;
    if (passed >= 0 && passed < this.#lookMs / 2) return;
    this.#notedAt += passed;
    const db = this.#db;
    const isLate: Expression<SqlBool> = sql`holder is null and "runAt" <= ${now}`;
    const late = db.selectFrom('jobs').select('id').where('kind', 'in', kinds).where(isLate);
    const marked = db.selectFrom('jobs').select('id').where('lateSince', 'is not', null);
    if (!(await late.unionAll(marked).limit(1).executeTakeFirst())) return;
    // After a longer pause, nobody looked here.
    const isPause = passed < 0 || passed > this.#lookMs * 2;
    const watched = await this.#advance(isPause ? 0 : passed);
    if (watched === null) return;
    await db
      .updateTable('jobs')
      .set({ lateSince: watched })
      .where('id', 'in', late.where('lateSince', 'is', null).orderBy('runAt').limit(markedAtOnce))
      .where(isLate)
      .execute();
    // The clock was set back, or the job was told to wait.
    await db
      .updateTable('jobs')
      .set({ lateSince: null })
      .where('lateSince', 'is not', null)
      .where('runAt', '>', now)
      .execute();
  }

  /**
   * Of several processes that look, one lets the time run, and marks: who finds that nobody has since its previous look.
   * Null: another one does.
   */
  async #advance(passed: number): Promise<number | null> {
    const db = this.#db;
    const stored = await recall(db, 'jobs.watched');
    if (stored === null) await remember(db, 'jobs.watched', '0');
    const before = Number(stored ?? 0);
    const isMine = before === this.#watched;
    this.#watched = before;
    if (!isMine) return null;
    const value = Math.round(before + passed);
    const update = db.updateTable('installation_facts').set({ value: String(value) });
    const { numUpdatedRows } = await update
      .where('name', '=', 'jobs.watched')
      .where('value', '=', String(before))
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return null;
    this.#watched = value;
    return value;
  }
}
