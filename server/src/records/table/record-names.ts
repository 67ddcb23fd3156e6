import type { TextPath } from '@quartermaster/contract/api/kind';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import { read } from '../../db/raw-sql.ts';
import { type Db, type OwnedTableName, type Schema, globalOwner } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { entityOf, keyColumn, referenceAt } from '../kinds/entities.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from './scope.ts';
import { foldedText, sortedBy } from './text-keys.ts';

/** The expression for a field of a table's row. */
type Leaf = (table: OwnedTableName, field: string, alias: string) => RawBuilder<string>;
const asStored: Leaf = (_, field, alias) => sql.ref<string>(`${alias}.${field}`);

/**
 * The text at a path as an SQL expression on a row of the table, with a subquery for each reference. `leaf` makes the
 * expression for the path's last field.
 */
function textAt(
  table: OwnedTableName,
  path: TextPath,
  alias: string = table,
  leaf = asStored,
): RawBuilder<string> {
  const ref = (name: string) => sql.ref<string>(`${alias}.${name}`);
  if (typeof path !== 'string') {
    const host = ref(path.host);
    return sql`case when ${host} like '%:%' then '[' || ${host} || ']' else ${host} end || ':' || ${ref(path.port)}`;
  }
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const { to, column: idColumn, ownerColumn } = referenceAt(table, first);
    const named = `name_${alias}_${first}`;
    return sql`(select ${textAt(to, rest.join('.'), named, leaf)} from ${sql.table(to)} as ${sql.id(named)}
      where ${sql.ref(`${named}.ownerId`)} = ${ref(ownerColumn)} and ${sql.ref(`${named}.id`)} = ${ref(idColumn)})`;
  }
  const labels = Object.entries(entityOf[table].labels?.[first] ?? {});
  if (labels.length === 0) return leaf(table, first, alias);
  const each = labels.map(([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`);
  return sql`case ${ref(first)} ${sql.join(each, sql` `)} else ${ref(first)} end`;
}

/** What the value at a path is compared by, as an SQL expression on a row of the table. */
export function keyAt(table: OwnedTableName, path: string, alias: string = table): RawBuilder<unknown> {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return sql.ref(`${alias}.${keyColumn(table, first)}`);
  const { to, column, ownerColumn } = referenceAt(table, first);
  const named = `key_${alias}_${first}`;
  return sql`(select ${keyAt(to, rest.join('.'), named)} from ${sql.table(to)} as ${sql.id(named)}
    where ${sql.ref(`${named}.ownerId`)} = ${sql.ref(`${alias}.${ownerColumn}`)}
    and ${sql.ref(`${named}.id`)} = ${sql.ref(`${alias}.${column}`)})`;
}

/** The name and detail that others show for a record, as columns of a query on its table; never a secret. */
export function nameColumns(table: OwnedTableName) {
  const { name, detail, global } = entityOf[table];
  const whose = sql<
    string | null
  >`case when ${sql.ref(`${table}.ownerId`)} = ${sql.lit(globalOwner)} then 'Global' end`;
  const none = sql<null>`cast(null as text)`;
  return {
    name: textAt(table, name),
    /** Tells apart records with the same name. */
    detail: detail ? textAt(table, detail) : global ? whose : none,
  };
}

/** What names are sorted by. */
export const nameOrder = (db: Db, table: OwnedTableName): RawBuilder<string> =>
  textAt(table, entityOf[table].name, table, (...leaf) => sortedBy(db, ...leaf));

/** Names as search compares them, in byte order. */
export function foldedName(db: Db, table: OwnedTableName): RawBuilder<string> {
  const name = sql<string>`lower(${textAt(table, entityOf[table].name, table, foldedText)})`;
  return engineOf<Schema>(db) === 'postgres' ? sql`(${name} collate "C")` : name;
}

/** The names of these records; invisible ones are left out. */
export async function namesOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<RecordName[]> {
  if (ids.length === 0) return [];
  const { name, detail } = nameColumns(table);
  const { rows } = await read(
    db,
    sql<RecordName>`select id, ${name} as name, ${detail} as detail from ${sql.table(table)}
    where ${isSeen(table, owner)} and id in (${sql.join([...ids])})`,
  );
  return rows;
}

const namesAtOnce = 500;

/** The names of these records with their details, by id. */
export async function fullNamesOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const some of inChunks(new Set(ids), namesAtOnce))
    for (const { id, name, detail } of await namesOf(db, owner, table, some))
      names.set(id, detail === null ? name : `${name} (${detail})`);
  return names;
}

const inKey: Leaf = (table, field, alias) => sql.ref(`${alias}.${keyColumn(table, field)}`);

export type NamedRecord = RecordName & { ownerId: string };

/** The visible records with one of these names, compared in lower case where the field is caseless. */
export async function recordsNamed(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  names: readonly string[],
): Promise<NamedRecord[]> {
  const { name, detail } = nameColumns(table);
  const key = textAt(table, entityOf[table].name, table, inKey);
  const { rows } = await read(
    db,
    sql<NamedRecord>`select "ownerId", id, ${name} as name, ${detail} as detail
    from ${sql.table(table)} where ${isSeen(table, owner)}
    and ${key} in (${sql.join([...names])})`,
  );
  return rows;
}
