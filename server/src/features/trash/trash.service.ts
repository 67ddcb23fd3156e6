import type { Area } from '@quartermaster/contract/api/areas';
import type { DeletedRecord } from '@quartermaster/contract/trash/trash.schema';
import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import { madeBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { cursorOf, placeOf } from '../../lib/cursor.ts';
import { areaOfTable, entityOf, references, tableOfArea } from '../../records/kinds/entities.ts';
import { columnIn, detachedBy } from '../../records/history/detachments.ts';
import { type RecordReference, nameIn, visibleNamesIn } from '../../records/history/names.ts';
import { madeByOf } from '../../records/history/seen-batches.ts';
import { type Condition, anyOf, contains } from '../../records/table/conditions.ts';
import { isSeen } from '../../records/table/scope.ts';
import { deletions } from '../../records/undo/targets.ts';

interface Query {
  area?: Area | undefined;
  actorId?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** Whether the texts that the deleted record had, or those of what it referred to, contain a word. */
function hasWord(db: Db, owner: Owner, word: string): Condition {
  const shown = references.filter(({ from, shown: name }) =>
    entityOf[from].search.some((path) => typeof path === 'string' && path.startsWith(`${name}.`)),
  );
  const ofTargets = shown.map(
    ({
      from,
      column,
      to,
    }) => sql<boolean>`(deleted."tableName" = ${from} and ${columnIn(db, 'deleted.before', column)} in (
      select id from ${sql.table(to)} where ${isSeen(to, owner)}
      and ${contains(sql.ref(`${to}.searchText`), word)}))`,
  );
  return anyOf([contains(columnIn(db, 'deleted.before', 'searchText'), word), ...ofTargets]);
}

/** The deleted records that the caller may restore, the last first. */
export async function listDeleted(
  db: Db,
  caller: Caller,
  { area, actorId, search, cursor }: Query,
): Promise<{ records: DeletedRecord[]; next: string | null }> {
  const { owner } = caller;
  let query = deletions(db, owner, madeByOf(caller))
    .select(['deleted.id', 'deleted.at', 'deleted.tableName', 'deleted.recordId', 'deleted.batchId'])
    .select('deleted.actorId')
    .select(['actorName', 'actorEmail', 'tokenId', 'tokenName', 'batches.updated'])
    .orderBy('deleted.at', 'desc')
    .orderBy('deleted.id', 'desc')
    .limit(serverLimits.historyRows + 1);
  if (area !== undefined) query = query.where('deleted.tableName', '=', tableOfArea[area]);
  if (actorId !== undefined) query = query.where('deleted.actorId', '=', actorId);
  for (const word of searchWords(search ?? '')) query = query.where(hasWord(db, owner, folded(word)));
  if (cursor !== undefined) {
    const [at, id] = placeOf(cursor, ['number', 'string']);
    query = query.where(sql<boolean>`(deleted.at, deleted.id) < (${at}, ${id})`);
  }
  const found = await query.execute();
  const rows = found.slice(0, serverLimits.historyRows);
  const last = rows.at(-1);
  const detaching = rows.flatMap(({ batchId, recordId, updated }) =>
    batchId !== null && Number(updated ?? 0) > 0 ? [{ batchId, recordId }] : [],
  );
  const detached = await detachedBy(db, owner, detaching, serverLimits.detachedListed);
  const named = rows.map(({ tableName, recordId }) => ({ table: tableName as OwnedTableName, recordId }));
  const names = await visibleNamesIn(db, owner, [
    ...named,
    ...[...detached.values()].flatMap(({ first }) => first),
  ]);
  const shownNamed = (each: RecordReference) => ({
    area: areaOfTable(each.table),
    id: each.recordId,
    name: nameIn(names, each),
  });
  return {
    records: rows.map((row, at) => {
      const { recordId, batchId } = row;
      const letGo = detached.get(recordId);
      const { actor, token } = madeBy(row);
      return {
        ...shownNamed(named[at] ?? { table: 'domains', recordId }),
        deletedAt: iso(row.at),
        actor,
        batchId,
        token,
        detached: (letGo?.first ?? []).filter(({ recordId: id }) => names.has(id)).map(shownNamed),
        detachedCount: letGo?.count ?? 0,
      };
    }),
    next: found.length > rows.length && last ? cursorOf([last.at, last.id]) : null,
  };
}
