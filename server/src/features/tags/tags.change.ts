import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { type Tag, type TagEdit, tagText, withTagChanged } from '@quartermaster/contract/rules/tags';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { currentIn } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { expectConfirmed } from '../../access/permit.ts';
import { lockPerson } from '../../access/second-factors.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { refuse } from '../../lib/errors.ts';
import { inChunks, pacedMap } from '../../lib/paced.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { areaOfTable, tableOfArea } from '../../records/kinds/entities.ts';
import { type Batch, inBatch } from '../../records/history/batches.ts';
import type { Tables } from '../../records/list/record-table.ts';
import { lockedRows } from '../../records/table/locked-rows.ts';
import { taggedRecords } from '../../records/table/tags.ts';
import { changeHolders } from '../../records/history/holder-changes.ts';
import { holderTables, holdersOf } from '../../records/table/tag-holders.ts';
import { expectDispensable, firstOf, holdersInAnswer, holdersOfTags } from './tags.holders.ts';
import { taggedAreas } from './tags.service.ts';

const rowsAtOnce = 200;
const waitingAtMost = 32;

/** The records that carry any of the tags, by kind. Throws if they are more than one action may change. */
async function carriersOf(
  db: Db,
  owner: Caller['owner'],
  edits: readonly TagEdit[],
): Promise<[OwnedTableName, string[]][]> {
  const carriers: [OwnedTableName, string[]][] = [];
  let room = limits.bulkRows;
  for (const area of taggedAreas) {
    const table = tableOfArea[area];
    const ids = await taggedRecords(db, owner.id, table, edits, room + 1);
    if ((room -= ids.length) < 0) {
      const most = limits.bulkRows.toLocaleString('en');
      const tooMany = `At most ${most} records at once; more than that carry`;
      refuse(edits.length === 1 ? { value: `${tooMany} this tag` } : { changes: `${tooMany} these tags` });
    }
    if (ids.length > 0) carriers.push([table, ids]);
  }
  return carriers;
}

/** Changes the tags on their records, each of them once; without a batch, only counts them. */
async function changeRecords(
  db: Db,
  tables: Tables,
  caller: Caller,
  edits: readonly TagEdit[],
  batch: Batch | null,
): Promise<TagChange['changed']> {
  const changed: TagChange['changed'] = {};
  for (const [name, all] of await carriersOf(db, caller.owner, edits)) {
    let count = 0;
    for await (const ids of inChunks(all, rowsAtOnce)) {
      const rows = await pacedMap(await lockedRows(db, caller.owner, name, ids), (before) => {
        const tags = edits.reduce(withTagChanged, JSON.parse(String(before['tags'])) as Tag[]);
        return JSON.stringify(tags) === before['tags'] ? [] : [{ before, fields: { tags } }];
      });
      const changes = rows.flat();
      count += changes.length;
      if (batch && changes.length > 0)
        await tables[name].owned.updateMany(db as Tx, caller.owner, changes, batch);
      await setImmediate(); // Let other requests run.
    }
    if (count > 0) changed[areaOfTable(name)] = count;
  }
  return changed;
}

/** What changes do to their records. */
function changeInWords(edits: readonly TagEdit[]): string {
  const [edit] = edits;
  if (!edit || edits.length > 1)
    return edits.every(({ to }) => to === null)
      ? `Deleted ${edits.length} tags from`
      : `Changed ${edits.length} tags on`;
  const { to, ...tag } = edit;
  if (!to) return `Deleted the tag ${tagText(tag)} from`;
  if (tagText(to) === tagText(tag)) return `Changed the color of the tag ${tagText(tag)} on`;
  return `Changed the tag ${tagText(tag)} to ${tagText(to)} on`;
}

async function changeIn(
  tx: Tx,
  tables: Tables,
  sender: Caller,
  edits: readonly TagEdit[],
  batch: Batch,
): Promise<TagChange> {
  // Scopes are rights: their change is serialised with every other one, and needs the sender's rights as they are now.
  await lockPerson(tx, sender.principal.userId);
  const caller = await currentIn(tx, sender);
  const { id } = caller.owner;
  await lockWorkspace(tx, id);
  const holders = await holdersOfTags(tx, id, edits);
  expectDispensable(holders, edits);
  if (holders.scopes.length > 0) expectConfirmed(caller);
  const changed = await changeRecords(tx, tables, caller, edits, batch);
  for await (const some of holdersOf(tx, id, holderTables, edits)) await changeHolders(tx, id, batch, some);
  const { scopes, rules, views } = holdersInAnswer(holders);
  const answer = { changed, batchId: batch.size > 0 ? batch.id : null, scopes, rules, views };
  if (batch.size + scopes.count + rules.count + views.count > 0)
    await auditBy(tx, caller, {
      action: 'tag.changed',
      subject: firstOf(edits.map(tagText)),
      details: {
        ...(edits.length === 1 ? { to: edits[0]?.to } : { changes: edits }),
        changed,
        scopes,
        rules: rules.count,
        views: views.count,
      },
    });
  return answer;
}

/** Renames, merges, recolors or deletes tags on their records of all kinds, and in all that names them. */
export function changeTags(
  db: Db,
  tables: Tables,
  caller: Caller,
  edits: readonly TagEdit[],
  isDryRun: boolean,
  client: EventEmitter,
): Promise<TagChange> {
  const { owner } = caller;
  return inBulkQueue(db, owner, client, waitingAtMost, async () => {
    if (isDryRun) {
      const holders = await holdersOfTags(db, owner.id, edits);
      expectDispensable(holders, edits);
      const changed = await changeRecords(db, tables, caller, edits, null);
      return { changed, batchId: null, ...holdersInAnswer(holders) };
    }
    const act = { kind: 'bulk', table: 'domains', owner, caller, words: changeInWords(edits) } as const;
    return inBatch(db, act, (tx, batch) => changeIn(tx, tables, caller, edits, batch));
  });
}
