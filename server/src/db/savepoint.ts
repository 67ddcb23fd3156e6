import { sql } from 'kysely';
import { AppError } from '../lib/errors.ts';
import { write } from './raw-sql.ts';
import type { Tx } from './schema.ts';

async function orRolledBack<E>(
  tx: Tx,
  run: () => Promise<unknown>,
  isExpected: (error: unknown) => error is E,
): Promise<E | null> {
  await write(tx, sql`savepoint attempt`);
  try {
    await run();
    await write(tx, sql`release savepoint attempt`);
    return null;
  } catch (error) {
    if (!isExpected(error)) throw error;
    await write(tx, sql`rollback to savepoint attempt`);
    return error;
  }
}

const isError = (error: unknown): error is Error => error instanceof Error;

/**
 * Runs statements that this database may not support or permit; if one fails, rolls all of them back and returns false.
 */
export const inSavepoint = async (tx: Tx, run: () => Promise<unknown>): Promise<boolean> =>
  (await orRolledBack(tx, run, isError)) === null;

const isRefusal = (error: unknown): error is AppError => error instanceof AppError;

/** Runs a write that may be refused; then rolls it back and returns why. */
export const attempted = (tx: Tx, run: () => Promise<unknown>): Promise<AppError | null> =>
  orRolledBack(tx, run, isRefusal);
