import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';
import { inBatches } from '../lib/paced.ts';
import { entityOf } from './entities.ts';
import { goneRecords } from './gone.ts';
import { recordsByIds } from './list/list.ts';
import { elementSecrets, isSecretPath, secretsOf } from './omitted.ts';
import { opened } from './opened.ts';
import { shownBy } from './shown.ts';
import type { Row } from './row.ts';

/** A secret of a record, and the time from which changes of its value count. */
export interface SecretAt {
  table: OwnedTableName;
  recordId: string;
  field: string;
  since: number;
}

/** The values in a sealed column of a stored row or part of a row, by their paths; those that are not set are left out. */
export function valuesIn(
  { sealer }: Owner,
  table: OwnedTableName,
  recordId: string,
  row: Row,
  column: string,
): Map<string, unknown> {
  const codec = entityOf[table].fields[column]?.column ?? 'text';
  const value = opened(sealer, table, recordId, column, codec, row[column]);
  const found: [string, unknown][] = [];
  if (Array.isArray(value))
    for (const element of value as Record<string, unknown>[])
      found.push(
        ...elementSecrets.map(
          (name) => [`${column}.${String(element.id)}.${name}`, element[name]] as [string, unknown],
        ),
      );
  else if (typeof value === 'object')
    for (const [name, each] of Object.entries(value ?? {})) found.push([`${column}.${name}`, each]);
  else found.push([column, value]);
  return new Map(found.filter(([, each]) => each !== null && each !== undefined));
}

/** Few, because a record may have hundreds of kilobytes. */
const rowsAtOnce = 50;

/** A record's secrets in their current state, or in their last if it was deleted. */
interface LatestSecrets {
  values: ReadonlyMap<string, string>;
  /** Whether a path is that of a secret, in the record's current or last state. */
  isSecret: (path: string) => boolean;
}

/** The secrets of these records; deleted records unknown to the history are left out. */
async function latestSecrets(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: ReadonlySet<string>,
): Promise<Map<string, LatestSecrets>> {
  const entity = entityOf[table];
  const shown = shownBy(table, entity.answer);
  const found = new Map<string, LatestSecrets>();
  const reader = { ...owner, secrets: true };
  const add = (record: { id: string }) =>
    found.set(record.id, {
      values: secretsOf(entity, record),
      isSecret: (path) => isSecretPath(entity, record, path),
    });
  for await (const some of inBatches(ids, rowsAtOnce)) {
    for (const record of await recordsByIds<{ id: string }>(db, reader, shown, some)) add(record);
    const missing = some.filter((id) => !found.has(id));
    for (const record of (await goneRecords(db, reader, table, missing)).values()) add(record);
  }
  return found;
}

const columnOf = (path: string): string => path.split('.')[0] ?? '';

/**
 * The values that are secrets. Whether a credential is one depends on the current or last state of its record; if the
 * record is unknown, it counts as one.
 */
export async function onlySecrets<T extends SecretAt>(
  db: Db,
  owner: Owner,
  values: readonly T[],
): Promise<T[]> {
  const isUncertain = ({ table, field }: SecretAt) =>
    entityOf[table].fields[columnOf(field)]?.column === 'secrets';
  const others = new Set<SecretAt>();
  for (const [table, some] of Map.groupBy(values.filter(isUncertain), (each) => each.table)) {
    const latest = await latestSecrets(db, owner, table, new Set(some.map(({ recordId }) => recordId)));
    for (const each of some) if (latest.get(each.recordId)?.isSecret(each.field) === false) others.add(each);
  }
  return values.filter((each) => !others.has(each));
}

/**
 * Whether each secret's value has changed since. Compares plain values, so that resealing or saving the same value is
 * no change. For a deleted record its last value counts: deleting it changes no password anywhere.
 */
export async function changedSince(db: Db, owner: Owner, secrets: readonly SecretAt[]): Promise<boolean[]> {
  const results = new Map<SecretAt, boolean>();
  for (const [table, all] of Map.groupBy(secrets, (each) => each.table))
    for await (const some of inBatches(all, rowsAtOnce)) {
      const ids = [...new Set(some.map(({ recordId }) => recordId))];
      const from = Math.min(...some.map(({ since }) => since));
      const { rows } = await sql<{ recordId: string; at: number; before: string }>`
        select "recordId", at, before from changes where "ownerId" = ${owner.id} and "tableName" = ${table}
        and "recordId" in (${sql.join(ids)}) and action = 'update' and at > ${from} order by at, id`.execute(
        db,
      );
      const changes = Map.groupBy(
        rows.map(({ recordId, at, before }) => ({ recordId, at, row: JSON.parse(before) as Row })),
        ({ recordId }) => recordId,
      );
      const before = new Map<SecretAt, unknown>();
      for (const group of Map.groupBy(
        some,
        ({ recordId, field }) => `${recordId} ${columnOf(field)}`,
      ).values()) {
        // Secrets of one column are opened together.
        const read = new Map<Row, Map<string, unknown>>();
        for (const secret of group) {
          const { recordId, field, since } = secret;
          const column = columnOf(field);
          const isFirst = ({ at, row }: { at: number; row: Row }) => at > since && Object.hasOwn(row, column);
          const row = changes.get(recordId)?.find(isFirst)?.row;
          if (!row) continue;
          const values = read.get(row) ?? valuesIn(owner, table, recordId, row, column);
          read.set(row, values);
          before.set(secret, values.get(field) ?? null);
        }
      }
      // Only these need to be opened.
      const changed = [...before.keys()];
      const latest = await latestSecrets(db, owner, table, new Set(changed.map(({ recordId }) => recordId)));
      for (const secret of changed) {
        const now = latest.get(secret.recordId);
        const value = now?.values.get(secret.field) ?? null;
        results.set(secret, now !== undefined && before.get(secret) !== value);
      }
    }
  return secrets.map((secret) => results.get(secret) ?? false);
}
