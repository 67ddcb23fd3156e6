import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { entityOf } from '../kinds/entities.ts';
import { isGone } from './gone.ts';

/** Runs work on a record. If it is not found because it was deleted, whoever saw it last is told so. */
export async function orDeleted<T>(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    const { rows } = await read(db, sql`select 1 where ${isGone(db, owner, table, sql`${id}`)}`);
    if (rows.length === 0) throw error;
    throw new AppError('DELETED', `This ${entityOf[table].one} was deleted`);
  }
}
