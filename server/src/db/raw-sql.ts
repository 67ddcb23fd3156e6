import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Db } from './schema.ts';

/** Raw SQL whose author says that it only reads. */
interface ReadingQuery extends CompiledQuery {
  onlyReads?: true;
}

/** Whether it only reads: a query of the builder by its kind, raw SQL by the function that runs it. */
export const isRead = (query: ReadingQuery): boolean =>
  query.query.kind === 'SelectQueryNode' || query.onlyReads === true;

/**
 * Runs raw SQL that only reads; in a transaction it may lock what it reads. On SQLite, outside a transaction, a reading
 * thread runs it and refuses a write.
 */
export function read<T>(db: Db, query: RawBuilder<T>): Promise<QueryResult<T>> {
  const compiled: ReadingQuery = { ...query.compile(db), onlyReads: true };
  return db.executeQuery<T>(compiled);
}

/** Runs raw SQL that writes, sets something, or takes an advisory lock. */
export const write = <T>(db: Db, query: RawBuilder<T>): Promise<QueryResult<T>> => query.execute(db);
