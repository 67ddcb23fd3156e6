import type { Change, ChangedField, RecordChange } from '@quartermaster/contract/history/history.schema';
import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import { isCredentials } from '@quartermaster/contract/api/fields';
import { isDeepStrictEqual } from 'node:util';
import { madeBy } from '../../access/audit.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { capitalized } from '../../lib/capitalized.ts';
import { iso } from '../../lib/clock.ts';
import { inChunks } from '../../lib/paced.ts';
import { areaOfTable, entityOf } from '../kinds/entities.ts';
import { recordsByIds } from '../list/list.ts';
import { answerColumns } from '../list/answer-columns.ts';
import { secretsInWords } from './secret-words.ts';
import { type DeletedRecord, deletedRecords } from './deleted-records.ts';
import { type RecordReference, type Names, nameIn, namesIn } from './names.ts';
import type { PastChange } from './read.ts';
import { inWords, targetOf, visibleValues } from './values.ts';

/** Few, because a record may have hundreds of kilobytes. */
const recordsAtOnce = 20;

/**
 * The records with credentials among these, in their current or last state and without secrets: it tells which
 * credentials are secret.
 */
async function describing(
  db: Db,
  owner: Owner,
  records: readonly RecordReference[],
): Promise<Map<string, DeletedRecord>> {
  const reader = { ...owner, scopes: [], secrets: false };
  const found = new Map<string, DeletedRecord>();
  for (const [table, some] of Map.groupBy(records, (each) => each.table)) {
    if (!Object.values(entityOf[table].fields).some(({ column }) => column === 'secrets')) continue;
    const shown = answerColumns(table, entityOf[table].answer);
    for await (const ids of inChunks(new Set(some.map(({ recordId }) => recordId)), recordsAtOnce)) {
      for (const record of await recordsByIds<DeletedRecord>(db, reader, shown, ids))
        found.set(record.id, record);
      const missing = ids.filter((id) => !found.has(id));
      for (const [id, record] of await deletedRecords(db, reader, table, missing)) found.set(id, record);
    }
  }
  return found;
}

const namedIn = ({ tableName, recordId }: PastChange): RecordReference => ({ table: tableName, recordId });

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

interface VisibleField {
  path: string;
  label: string;
  before: unknown;
  after: unknown;
}

/** The visible values that a change set, by path. */
function visibleFields(owner: Owner, change: PastChange, record: DeletedRecord | undefined): VisibleField[] {
  const { tableName: table, recordId, before, after } = change;
  const changed = Object.keys(entityOf[table].fields).filter(
    (field) => (before?.[field] ?? null) !== (after?.[field] ?? null),
  );
  return changed.flatMap((field) => {
    const definition = entityOf[table].fields[field];
    // What its provider or type calls readable now may have been a secret then.
    if (definition && isCredentials(definition) && !owner.secrets) return [];
    const of = (row: typeof before) => visibleValues(owner, table, recordId, field, record ?? {}, row);
    const [was, is] = [of(before), of(after)];
    const paths = new Map([...was, ...is].map(({ path, label }) => [path, label]));
    return [...paths].flatMap(([path, label]) => {
      const valueIn = (values: typeof was) => values.find((each) => each.path === path)?.value ?? null;
      const values = { before: valueIn(was), after: valueIn(is) };
      const same =
        isDeepStrictEqual(values.before, values.after) || (isEmpty(values.before) && isEmpty(values.after));
      return same ? [] : [{ path, label, ...values }];
    });
  });
}

/** 'set', 'changed' or 'cleared' for each secret that these changes wrote, by change. */
async function secretFields(db: Db, owner: Owner, changes: readonly PastChange[]) {
  const fields = new Map<string, ChangedField[]>();
  const ids = changes.map(({ id }) => id);
  if (ids.length === 0) return fields;
  const rows = await db
    .selectFrom('secret_changes')
    .select(['changeId', 'path', 'tableName', 'recordId'])
    .select(({ eb }) => [eb('before', '=', '').as('wasEmpty'), eb('after', '=', '').as('isEmpty')])
    .where('ownerId', '=', owner.id)
    .where('changeId', 'in', ids)
    .orderBy('path')
    .execute();
  const secrets = rows.map((row) => ({ ...row, table: row.tableName as OwnedTableName, field: row.path }));
  const words = await secretsInWords(db, owner, secrets);
  for (const [at, { changeId, path, wasEmpty, isEmpty: isCleared }] of secrets.entries()) {
    const label = words[at] ?? path;
    const after = isCleared ? 'cleared' : wasEmpty ? 'set' : 'changed';
    const field = { field: path, label: capitalized(label), before: null, after };
    fields.set(changeId, [...(fields.get(changeId) ?? []), field]);
  }
  return fields;
}

/** Changes as people read them: references by name, secrets as what was done to them. */
export async function shownChanges(db: Db, owner: Owner, changes: readonly PastChange[]): Promise<Change[]> {
  const records = await describing(db, owner, changes.map(namedIn));
  const visible = changes.map((change) => visibleFields(owner, change, records.get(change.recordId)));
  const targets = visible.flatMap((fields, at) =>
    fields.flatMap(({ path, before, after }) =>
      [before, after].flatMap((value) => targetOf(changes[at]?.tableName ?? 'domains', path, value) ?? []),
    ),
  );
  const names = await namesIn(db, owner, [...changes.map(namedIn), ...targets]);
  const secrets = await secretFields(db, owner, changes);
  return changes.map((change, at) => ({
    recordId: change.recordId,
    area: areaOfTable(change.tableName),
    name: nameIn(names, namedIn(change)),
    action: change.action,
    fields: withoutRepeated([
      ...shownFields(change, visible[at] ?? [], names),
      ...(secrets.get(change.id) ?? []),
    ]),
  }));
}

/** A credential that is no secret is told with its values alone. */
const withoutRepeated = (fields: readonly ChangedField[]): ChangedField[] =>
  fields.filter(({ field }, at) => fields.findIndex((each) => each.field === field) === at);

const shownFields = (
  { tableName }: PastChange,
  fields: readonly VisibleField[],
  names: Names,
): ChangedField[] =>
  fields.map(({ path, label, before, after }) => ({
    field: path,
    label,
    before: inWords(tableName, path, before, names),
    after: inWords(tableName, path, after, names),
  }));

/** The changes of a record, each with its batch. */
export async function shownRecordChanges(
  db: Db,
  owner: Owner,
  changes: readonly PastChange[],
): Promise<RecordChange[]> {
  const shown = await shownChanges(db, owner, changes);
  return changes.flatMap(({ batch, batchId, actorId, at }, index) => {
    const change = shown[index];
    if (!change) return [];
    const by = batch ?? { actorId, actorName: null, actorEmail: null, tokenId: null, tokenName: null };
    const kind = (batch?.kind ?? 'edit') as BatchKind;
    return [{ ...change, batchId, kind, ...madeBy(by), at: iso(at) }];
  });
}
