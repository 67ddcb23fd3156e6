import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Db, Tx } from './schema.ts';

/** Raw SQL whose author says that it only reads. */
interface ReadingQuery extends CompiledQuery {
  onlyReads?: true;
}

/** Whether it only reads: a query of the builder by its kind, raw SQL by the function that runs it. */
export const isRead = (query: ReadingQuery): boolean =>
  query.query.kind === 'SelectQueryNode' || query.onlyReads === true;

/** Runs raw SQL that only reads. On SQLite a reading thread runs it outside a transaction, and refuses a write. */
export function read<T>(db: Db | Tx, query: RawBuilder<T>): Promise<QueryResult<T>> {
  const compiled: ReadingQuery = { ...query.compile(db), onlyReads: true };
  return db.executeQuery<T>(compiled);
}

/** Runs raw SQL that writes, locks, or sets something. */
export const write = <T>(db: Db | Tx, query: RawBuilder<T>): Promise<QueryResult<T>> => query.execute(db);
