import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';
import { inBatches } from '../lib/paced.ts';
import { entityOf } from './entities.ts';
import { goneRecords } from './gone.ts';
import { recordsByIds } from './list/list.ts';
import { isSecretPath, secretsOf } from './omitted.ts';
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

/** The value at the rest of a path, within a column of a change. */
function valueIn(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value))
    return valueIn(
      (value as { id: string }[]).find(({ id }) => id === key),
      rest,
    );
  if (typeof value !== 'object' || value === null) return undefined;
  // A credential's name may have dots.
  return (value as Record<string, unknown>)[[key, ...rest].join('.')];
}

/**
 * The value at a path in a stored row or part of a row; undefined: the row does not contain the column, null: no value.
 */
export function secretIn(
  { sealer }: Owner,
  table: OwnedTableName,
  recordId: string,
  stored: string | null,
  path: string,
): unknown {
  const [column = '', ...rest] = path.split('.');
  const row = stored === null ? {} : (JSON.parse(stored) as Row);
  if (!Object.hasOwn(row, column)) return undefined;
  const codec = entityOf[table].fields[column]?.column ?? 'text';
  return valueIn(opened(sealer, table, recordId, column, codec, row[column]), rest) ?? null;
}

const rowsAtOnce = 200;

/** A record's secrets in their current state, or in their last if it was deleted. */
export interface LatestSecrets {
  values: ReadonlyMap<string, string>;
  /** Whether a path is that of a secret, in the record's current or last state. */
  isSecret: (path: string) => boolean;
}

/** The secrets of these records; deleted records unknown to the history are left out. */
export async function latestSecrets(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
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
  for await (const some of inBatches([...new Set(ids)], rowsAtOnce)) {
    for (const record of await recordsByIds<{ id: string }>(db, reader, shown, some)) add(record);
    const missing = some.filter((id) => !found.has(id));
    for (const record of (await goneRecords(db, reader, table, missing)).values()) add(record);
  }
  return found;
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
      const changes = Map.groupBy(rows, ({ recordId }) => recordId);
      const before = new Map(
        some.map((secret) => {
          const { recordId, field, since } = secret;
          const values = (changes.get(recordId) ?? [])
            .filter(({ at }) => at > since)
            .map((change) => secretIn(owner, table, recordId, change.before, field));
          return [secret, values.find((value) => value !== undefined)];
        }),
      );
      // Only these need to be opened.
      const changed = some.filter((secret) => before.get(secret) !== undefined);
      const latest = await latestSecrets(
        db,
        owner,
        table,
        changed.map(({ recordId }) => recordId),
      );
      for (const secret of changed) {
        const now = latest.get(secret.recordId);
        const value = now?.values.get(secret.field) ?? null;
        results.set(secret, now !== undefined && before.get(secret) !== value);
      }
    }
  return secrets.map((secret) => results.get(secret) ?? false);
}
