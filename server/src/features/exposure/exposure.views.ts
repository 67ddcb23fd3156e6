import type { Area } from '@quartermaster/contract/api/areas';
import type { Pagination } from '@quartermaster/contract/api/query';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { firstMs, lastMs } from '@quartermaster/contract/rules/moments';
import type { WayOut } from '@quartermaster/contract/rules/secrets';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { madeBy } from '../../access/audit.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { secretsInWords } from '../../records/history/secret-words.ts';

interface Query {
  page?: number | undefined;
  limit?: number | undefined;
  actorId?: string | undefined;
  area?: Area | undefined;
  recordId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const shown = (row: Schema['secret_views'], fieldName: string | null): SecretView => ({
  id: row.id,
  at: iso(row.at),
  ...madeBy(row),
  area: row.area as Area,
  recordId: row.recordId,
  recordName: row.recordName,
  field: row.field,
  via: row.via as WayOut,
  count: row.count,
  reason: row.reason,
  fieldName,
});

/** What people call the fields of these entries. */
async function fieldNames(db: Db, owner: Owner, rows: readonly Schema['secret_views'][]) {
  const named = rows.flatMap(({ id, area, recordId, field }) =>
    recordId === null || field === null ? [] : [{ id, table: tableOfArea[area as Area], recordId, field }],
  );
  const words = await secretsInWords(db, owner, named);
  return new Map(named.map(({ id }, index) => [id, words[index]]));
}

/**
 * The entries about a record, alone or among others. They are found first, and each is looked up then: as a condition on
 * the log, PostgreSQL would look for each of its entries among all of these. SQLite keeps the order of a cross join; it
 * would read the whole log to have it in its order.
 */
const concerning = (owner: Owner, recordId: string) => sql<Schema['secret_views']>`(
  select secret_views.* from (
    select id from secret_views where "ownerId" = ${owner.id} and "recordId" = ${recordId}
    union select "viewId" from secret_piece_records held
      join secret_view_pieces seen on seen."ownerId" = held."ownerId" and seen.hash = held.hash
      where held."ownerId" = ${owner.id} and held."recordId" = ${recordId}) as found
  cross join secret_views where secret_views."ownerId" = ${owner.id} and secret_views.id = found.id)`;

/** The secret log, newest first. */
export async function listViews(
  db: Db,
  owner: Owner,
  { page = 1, limit = serverLimits.secretViewRows, actorId, area, recordId, from, to }: Query,
): Promise<{ secretViews: SecretView[]; pagination: Pagination }> {
  const log =
    recordId === undefined ? sql<Schema['secret_views']>`secret_views` : concerning(owner, recordId);
  let views = db.selectFrom(log.as('views')).where('ownerId', '=', owner.id);
  if (actorId !== undefined) views = views.where('actorId', '=', actorId);
  if (area !== undefined) views = views.where('area', '=', area);
  if (from !== undefined) views = views.where('at', '>=', firstMs(from));
  if (to !== undefined) views = views.where('at', '<=', lastMs(to));
  const rows = await views
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await views
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const names = await fieldNames(db, owner, rows);
  return {
    secretViews: rows.map((row) => shown(row, names.get(row.id) ?? null)),
    pagination: paginationOf({ page, limit }, total),
  };
}
