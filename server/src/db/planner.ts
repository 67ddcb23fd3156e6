import { sql } from 'kysely';
import { isBackground } from './background.ts';
import { engineOf } from './engines/engine-of.ts';
import { write } from './raw-sql.ts';
import { inSavepoint } from './savepoint.ts';
import type { Db, Schema } from './schema.ts';
import { transaction } from './transaction.ts';

/** Reads with some of PostgreSQL's features off. Other databases that speak its protocol may not have these settings. */
const without = <T>(db: Db, features: readonly string[], read: (db: Db) => Promise<T>): Promise<T> =>
  engineOf<Schema>(db) === 'sqlite'
    ? read(db)
    : transaction(
        db,
        async (tx) => {
          const settings = features.map((feature) => sql`set_config(${sql.lit(feature)}, 'off', true)`);
          await inSavepoint(tx, () => write(tx, sql`select ${sql.join(settings)}`));
          return read(tx);
        },
        { readOnly: !isBackground(db) },
      );

/**
 * Runs a read that joins many rows, on PostgreSQL with hash joins. Where it expects few rows, as it does of tags and with
 * old statistics, it would look up each row in the whole index of another table; a hash join reads both tables once. It
 * costs the nested loops that remain so high that it would compile each statement (`jit`), which takes longer than running
 * it. SQLite looks up rows by key.
 */
export const withHashJoins = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  without(db, ['enable_nestloop', 'jit'], read);

/** Reads with a recursive statement, which seems costly to PostgreSQL: compiling it takes seconds, running it does not. */
export const withoutCompiling = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  without(db, ['jit'], read);
