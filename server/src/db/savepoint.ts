import { sql } from 'kysely';
import type { Tx } from './schema.ts';

/**
 * Runs statements that this database may not support or permit; if one fails, rolls all of them back and returns false.
 */
export async function inSavepoint(tx: Tx, run: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await run();
    await sql`release savepoint attempt`.execute(tx);
    return true;
  } catch {
    await sql`rollback to savepoint attempt`.execute(tx);
    return false;
  }
}
