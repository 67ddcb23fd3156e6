import { isStorable, isUuid } from '@quartermaster/contract/rules/formats';
import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { inChunks, pacedEach } from '../../lib/paced.ts';
import { entityOf, keyOf, referenceAt } from '../kinds/entities.ts';
import { keyAt } from '../table/record-names.ts';
import { isSeen } from '../table/scope.ts';
import { nameKey, recordsByName } from './named-references.ts';
import { spelledOtherwise } from './other-spellings.ts';
import { type FindNamed, type ReferenceQuery, type ReferencedRecord, askedKey } from './reference-query.ts';
import { identityOf } from './targets.ts';

const valuesAtOnce = 500;

/** What a value at a path is compared by. */
export function valueKey(table: OwnedTableName, path: string, value: string): unknown {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) return valueKey(referenceAt(table, first).to, rest.join('.'), value);
  const text = value.trim();
  return entityOf[table].fields[first]?.column === 'integer' ? Number(text) : keyOf(table, first, text);
}

/** A record is known by its identity; only without any part of it by whatever else the row says of it. */
function usedPaths(table: OwnedTableName, { parts }: ReferenceQuery): string[] {
  const identity = identityOf(table).filter((path) => path in parts);
  return (identity.length > 0 ? identity : Object.keys(parts)).sort();
}

/** The workspace's own record takes precedence over a global one of the same name. */
function nearest(owner: Owner, found: readonly ReferencedRecord[]): readonly ReferencedRecord[] {
  if (found.every(({ ownerId }) => ownerId === owner.id)) return found;
  const own = found.filter(({ ownerId }) => ownerId === owner.id);
  return own.length > 0 ? own : found;
}

async function byParts(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  paths: readonly string[],
  asked: readonly ReferenceQuery[],
): Promise<Map<string, ReferencedRecord[]>> {
  const [first = ''] = paths;
  const partKeys = ({ parts }: ReferenceQuery) =>
    paths.map((path) => valueKey(table, path, parts[path] ?? ''));
  const wanted = new Set(asked.map((each) => partKeys(each)[0]).filter((key) => isStorable(String(key))));
  const columns = sql.join(paths.map((path, at) => sql`${keyAt(table, path)} as ${sql.id(`key${at}`)}`));
  const found = new Map<string, ReferencedRecord[]>();
  for await (const some of inChunks(wanted, valuesAtOnce)) {
    const { rows } = await read(
      db,
      sql<ReferencedRecord & Record<string, unknown>>`select "ownerId", id, ${columns}
      from ${sql.table(table)} where ${isSeen(table, owner)} and ${keyAt(table, first)} in (${sql.join(some)})`,
    );
    for (const { id, ownerId, ...keys } of rows) {
      const key = JSON.stringify(paths.map((_, at) => keys[`key${at}`]));
      const known = found.get(key);
      if (known) known.push({ id, ownerId });
      else found.set(key, [{ id, ownerId }]);
    }
  }
  return new Map(asked.map((each) => [askedKey(each), found.get(JSON.stringify(partKeys(each))) ?? []]));
}

async function byIds(db: Db, owner: Owner, table: OwnedTableName, ids: readonly string[]) {
  const found = new Map<string, ReferencedRecord>();
  for await (const some of inChunks(new Set(ids), valuesAtOnce)) {
    const { rows } = await read(
      db,
      sql<ReferencedRecord>`select "ownerId", id from ${sql.table(table)}
      where ${isSeen(table, owner)} and id in (${sql.join(some)})`,
    );
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/**
 * The visible records that rows name in these ways: none, one, or several that can't be told apart. What names none as it
 * is written may name some in another spelling.
 */
export const findNamed: FindNamed = async (db, owner, table, asked) => {
  const results = new Map<string, readonly ReferencedRecord[]>();
  const wholes = asked.map(({ whole }) => whole.trim()).filter((whole) => whole !== '');
  const ids = await byIds(db, owner, table, wholes.filter(isUuid));
  const names = new Set(wholes.filter((whole) => !isUuid(whole) && whole.length <= limits.filter));
  const named =
    names.size > 0 ? await recordsByName(db, owner, table, names) : new Map<string, ReferencedRecord[]>();
  const rest: ReferenceQuery[] = [];
  for (const each of asked) {
    const whole = each.whole.trim();
    const byId = ids.get(whole);
    const found = byId
      ? [byId]
      : whole === '' || isUuid(whole)
        ? []
        : (named.get(nameKey(table, whole)) ?? []);
    results.set(askedKey(each), nearest(owner, found));
    if (found.length === 0 && Object.keys(each.parts).length > 0) rest.push(each);
  }
  for (const [, some] of Map.groupBy(rest, (each) => usedPaths(table, each).join(' '))) {
    const [first] = some;
    if (!first) continue;
    for (const [key, found] of await byParts(db, owner, table, usedPaths(table, first), some))
      results.set(key, nearest(owner, found));
  }
  const absent = asked.filter(
    (each) => results.get(askedKey(each))?.length === 0 && !isUuid(each.whole.trim()),
  );
  if (absent.length === 0) return results;
  const others = await spelledOtherwise(db, owner, table, absent, findNamed);
  await pacedEach(absent.entries(), ([at, each]) =>
    results.set(askedKey(each), nearest(owner, others[at] ?? [])),
  );
  return results;
};
