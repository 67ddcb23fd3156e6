import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import { inSavepoint } from './savepoint.ts';
import type { Db, Schema, Tx } from './schema.ts';

/**
 * Reads that join many rows. Where PostgreSQL expects few, as it does of tables whose statistics are old and of tags, it
 * looks each row up in another's whole index. Hashed, both sides are read once, whatever it expects. The loops that remain
 * then seem so costly that it would compile each statement (`jit`), which takes longer than it. What speaks its protocol
 * may not know the settings. SQLite looks rows up by key.
 */
export const withHashJoins = <T>(db: Db, read: (db: Db | Tx) => Promise<T>): Promise<T> =>
  engineOf<Schema>(db) === 'sqlite'
    ? read(db)
    : db
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          const settings = sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`;
          await inSavepoint(tx, () => settings.execute(tx));
          return read(tx);
        });
