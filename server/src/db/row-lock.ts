import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import type { Db, Schema } from './schema.ts';

/** Ends a select whose rows stay locked until the transaction ends; SQLite has one writer at a time anyway. */
export const rowLock = (db: Db): RawBuilder<unknown> =>
  db.isTransaction && engineOf<Schema>(db) === 'postgres' ? sql`for update` : sql``;
