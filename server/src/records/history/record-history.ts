import type { RecordChange } from '@quartermaster/contract/history/history.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { cursorOf, placeOf } from '../../lib/cursor.ts';
import { notFound } from '../../lib/errors.ts';
import { entityOf } from '../kinds/entities.ts';
import { namesOf } from '../table/record-names.ts';
import { isGone } from './gone.ts';
import { changesOfRecord } from './read.ts';
import { shownRecordChanges } from './shown.ts';

/** The history of a record. Throws NOT_FOUND unless the record is visible, or was until it was deleted. */
export async function recordHistory(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  id: string,
  cursor: string | undefined,
): Promise<{ changes: RecordChange[]; next: string | null }> {
  const [before = null] = cursor === undefined ? [] : placeOf(cursor, ['string']);
  const [alive] = await namesOf(db, owner, table, [id]);
  if (!alive) {
    const { rows } = await read(db, sql`select 1 where ${isGone(db, owner, table, sql`${id}`)}`);
    if (rows.length === 0) throw notFound(entityOf[table].one);
  }
  const { items, next } = await changesOfRecord(db, owner, table, id, serverLimits.changeRows, before);
  return { changes: await shownRecordChanges(db, owner, items), next: next && cursorOf([next]) };
}
