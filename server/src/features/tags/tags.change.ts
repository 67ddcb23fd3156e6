import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import {
  type Tag,
  type TagName,
  type TagTarget,
  tagText,
  withTagChanged,
} from '@quartermaster/contract/rules/tags';
import { sql } from 'kysely';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { currentIn } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { expectConfirmed } from '../../access/permit.ts';
import { lockPerson } from '../../access/second-factors.ts';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { refuse } from '../../lib/errors.ts';
import { inChunks } from '../../lib/paced.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { areaOfTable, tableOfArea } from '../../records/kinds/entities.ts';
import { type Batch, inBatch } from '../../records/history/batches.ts';
import { allOf, isOneOf } from '../../records/table/conditions.ts';
import type { Tables } from '../../records/list/record-table.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import { isOwn } from '../../records/table/scope.ts';
import { taggedRecords } from '../../records/table/tags.ts';
import { changeHolders } from '../../records/history/holder-changes.ts';
import { holderTables, holdersOf } from '../../records/table/tag-holders.ts';
import { expectDispensable, holdersInAnswer, holdersOfTag } from './tags.holders.ts';
import { taggedAreas } from './tags.service.ts';

interface Asked extends TagName {
  to: TagTarget | null;
  dryRun?: boolean | undefined;
}

const rowsAtOnce = 200;
const waitingAtMost = 32;

/** The records that carry a tag, by kind. Throws if they are more than one action may change. */
async function carriersOf(
  db: Db,
  owner: Caller['owner'],
  tag: TagName,
): Promise<[OwnedTableName, string[]][]> {
  const carriers: [OwnedTableName, string[]][] = [];
  let room = limits.bulkRows;
  for (const area of taggedAreas) {
    const table = tableOfArea[area];
    const ids = await taggedRecords(db, owner.id, table, tag, room + 1);
    if ((room -= ids.length) < 0) {
      const most = limits.bulkRows.toLocaleString('en');
      refuse({ value: `At most ${most} records at once; more than that carry this tag` });
    }
    if (ids.length > 0) carriers.push([table, ids]);
  }
  return carriers;
}

/** Reads these rows, and locks them in a transaction. */
async function rowsOf(db: Db, { owner }: Caller, table: OwnedTableName, ids: readonly string[]) {
  const { rows } = await read(
    db,
    sql<StoredRow>`select * from ${sql.table(table)}
    where ${allOf([isOwn(table, owner), isOneOf(`${table}.id`, ids)])} order by id ${rowLock(db)}`,
  );
  return rows.map((row) => ({ ...row }));
}

/** Changes the tag on its records; without a batch, only counts them. */
async function changeRecords(
  db: Db,
  tables: Tables,
  caller: Caller,
  { to, ...tag }: Asked,
  batch: Batch | null,
): Promise<TagChange['changed']> {
  const changed: TagChange['changed'] = {};
  for (const [name, all] of await carriersOf(db, caller.owner, tag)) {
    let count = 0;
    for await (const ids of inChunks(all, rowsAtOnce)) {
      const edits = (await rowsOf(db, caller, name, ids)).flatMap((before) => {
        const tags = withTagChanged(JSON.parse(String(before['tags'])) as Tag[], tag, to);
        return JSON.stringify(tags) === before['tags'] ? [] : [{ before, fields: { tags } }];
      });
      count += edits.length;
      if (batch && edits.length > 0)
        await tables[name].owned.updateMany(db as Tx, caller.owner, edits, batch);
      await setImmediate(); // Let other requests run.
    }
    if (count > 0) changed[areaOfTable(name)] = count;
  }
  return changed;
}

/** What a change does to its records. */
function changeInWords({ to, ...tag }: Asked): string {
  if (!to) return `Deleted the tag ${tagText(tag)} from`;
  if (tagText(to) === tagText(tag)) return `Changed the color of the tag ${tagText(tag)} on`;
  return `Changed the tag ${tagText(tag)} to ${tagText(to)} on`;
}

async function changeIn(
  tx: Tx,
  tables: Tables,
  sender: Caller,
  asked: Asked,
  batch: Batch,
): Promise<TagChange> {
  const { to, type, value } = asked;
  const tag = { type, value };
  // Scopes are rights: their change is serialised with every other one, and needs the sender's rights as they are now.
  await lockPerson(tx, sender.principal.userId);
  const caller = await currentIn(tx, sender);
  const { id } = caller.owner;
  await lockWorkspace(tx, id);
  const holders = await holdersOfTag(tx, id, tag, to);
  expectDispensable(holders, to);
  if (holders.scopes.length > 0) expectConfirmed(caller);
  const changed = await changeRecords(tx, tables, caller, asked, batch);
  for await (const some of holdersOf(tx, id, holderTables, tag, to)) await changeHolders(tx, id, batch, some);
  const { scopes, rules, views } = holdersInAnswer(holders);
  const answer = { changed, batchId: batch.size > 0 ? batch.id : null, scopes, rules, views };
  if (batch.size + scopes.count + rules.count + views.count > 0)
    await auditBy(tx, caller, {
      action: 'tag.changed',
      subject: tagText(tag),
      details: { to, changed, scopes, rules: rules.count, views: views.count },
    });
  return answer;
}

/** Renames, merges, recolors or deletes a tag on its records of all kinds, and in all that names it. */
export function changeTag(
  db: Db,
  tables: Tables,
  caller: Caller,
  asked: Asked,
  client: EventEmitter,
): Promise<TagChange> {
  const { owner } = caller;
  const { to, type, value } = asked;
  return inBulkQueue(db, owner, client, waitingAtMost, async () => {
    if (asked.dryRun) {
      const holders = await holdersOfTag(db, owner.id, { type, value }, to);
      expectDispensable(holders, to);
      const changed = await changeRecords(db, tables, caller, asked, null);
      return { changed, batchId: null, ...holdersInAnswer(holders) };
    }
    const act = { kind: 'bulk', table: 'domains', owner, caller, words: changeInWords(asked) } as const;
    return inBatch(db, act, (tx, batch) => changeIn(tx, tables, caller, asked, batch));
  });
}
