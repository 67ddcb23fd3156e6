import { setTimeout as pause } from 'node:timers/promises';
import { OutageError } from './outage-error.ts';
import type { Db, Tx } from './schema.ts';

const attempts = 5;
const pauseMs = 50;

/** PostgreSQL aborted the transaction: in a deadlock, or because another one wrote first. */
const isVictim = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

interface Kind {
  /** Everything is read from the same snapshot. */
  snapshot?: true;
  /** Takes a connection of those for reading. */
  readOnly?: boolean;
  /** For work that acts outside the database, such as on a file: it is not repeated. */
  once?: true;
}

/**
 * Runs work in a transaction: again if the database aborted it in favour of others, and once more if the connection was
 * lost before COMMIT was sent. So the work changes nothing outside the transaction, and calls nobody. Throws an
 * `UnknownOutcomeError` if COMMIT was sent and not answered.
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { snapshot, readOnly = false, once }: Kind = {},
): Promise<T> {
  let begun = db.transaction();
  if (snapshot) begun = begun.setIsolationLevel('repeatable read');
  if (readOnly) begun = begun.setAccessMode('read only');
  let isSecondConnection = false;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await begun.execute(work);
    } catch (error) {
      if (once) throw error;
      if (isVictim(error) && attempt < attempts) await pause(Math.random() * pauseMs * attempt);
      else if (!(error instanceof OutageError) || !error.isRepeatable || isSecondConnection) throw error;
      else isSecondConnection = true;
    }
}
