import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import { inSavepoint } from './savepoint.ts';
import type { Db, Schema, Tx } from './schema.ts';

/** Reads with some of PostgreSQL's features off. What speaks its protocol may not know the settings. */
const without = <T>(db: Db, features: readonly string[], read: (db: Db | Tx) => Promise<T>): Promise<T> =>
  engineOf<Schema>(db) === 'sqlite'
    ? read(db)
    : db
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          const settings = features.map((feature) => sql`set_config(${sql.lit(feature)}, 'off', true)`);
          await inSavepoint(tx, () => sql`select ${sql.join(settings)}`.execute(tx));
          return read(tx);
        });

/**
 * Reads that join many rows. Where PostgreSQL expects few, as it does of tables whose statistics are old and of tags, it
 * looks each row up in another's whole index. Hashed, both sides are read once, whatever it expects. The loops that remain
 * then seem so costly that it would compile each statement (`jit`), which takes longer than it. SQLite looks rows up by key.
 */
export const withHashJoins = <T>(db: Db, read: (db: Db | Tx) => Promise<T>): Promise<T> =>
  without(db, ['enable_nestloop', 'jit'], read);

/** Reads with a recursive statement, which seems costly to PostgreSQL: compiling it takes seconds, running it does not. */
export const withoutCompiling = <T>(db: Db, read: (db: Db | Tx) => Promise<T>): Promise<T> =>
  without(db, ['jit'], read);
