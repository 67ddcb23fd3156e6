import type { TextPath } from '@quartermaster/contract/api/kind';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../db/engines/engine-of.ts';
import { type Db, type OwnedTableName, type Schema, globalOwner } from '../db/schema.ts';
import { entityOf, keyColumn, referenceAt } from './entities.ts';
import type { Owner } from '../access/owner.ts';
import { isSeen } from '../access/scope.ts';

/**
 * The text at a path as an SQL expression on a row of the table; a subquery follows each reference. `column` chooses
 * the column of the path's last field.
 */
function textAt(
  table: OwnedTableName,
  path: TextPath,
  alias: string = table,
  column: (table: OwnedTableName, field: string) => string = (_, field) => field,
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
    return sql`(select ${textAt(to, rest.join('.'), named, column)} from ${sql.table(to)} as ${sql.id(named)}
      where ${sql.ref(`${named}.ownerId`)} = ${ref(ownerColumn)} and ${sql.ref(`${named}.id`)} = ${ref(idColumn)})`;
  }
  const labels = Object.entries(entityOf[table].labels?.[first] ?? {});
  if (labels.length === 0) return ref(column(table, first));
  const each = labels.map(([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`);
  return sql`case ${ref(first)} ${sql.join(each, sql` `)} else ${ref(first)} end`;
}

/** The name and detail that others show a record by, as columns of a query on its table; never a secret. */
export function nameColumns(table: OwnedTableName) {
  const { name, detail, global } = entityOf[table];
  const whose = sql<
    string | null
  >`case when ${sql.ref(`${table}.ownerId`)} = ${sql.lit(globalOwner)} then 'Global' end`;
  const none = sql<null>`cast(null as text)`;
  return {
    name: textAt(table, name),
    /** Tells a record from others of its name. */
    detail: detail ? textAt(table, detail) : global ? whose : none,
  };
}

/** The names of these records; those that the owner can't see are left out. */
export async function namesOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<RecordName[]> {
  if (ids.length === 0) return [];
  const { name, detail } = nameColumns(table);
  const { rows } =
    await sql<RecordName>`select id, ${name} as name, ${detail} as detail from ${sql.table(table)}
    where ${isSeen(table, owner)} and id in (${sql.join([...ids])})`.execute(db);
  return rows;
}

/** The columns of a row that `textAt` reads for a path. */
function columnsOf(table: OwnedTableName, path: TextPath | undefined): string[] {
  if (path === undefined) return [];
  if (typeof path !== 'string') return [path.host, path.port];
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return [first];
  const { column, ownerColumn } = referenceAt(table, first);
  return [column, ownerColumn];
}

/** The names that deleted records of the workspace had, as far as what they are named after is still there. */
export async function formerNamesOf(
  db: Db,
  { id: ownerId }: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<RecordName[]> {
  if (ids.length === 0) return [];
  const { name, detail } = entityOf[table];
  const row = engineOf<Schema>(db) === 'postgres' ? sql`before::json` : sql`before`;
  const columns = [...new Set([...columnsOf(table, name), ...columnsOf(table, detail)])];
  const each = columns.map((column) => sql`${row} ->> ${sql.lit(column)} as ${sql.id(column)}`);
  const { rows } = await sql<RecordName>`select id, ${textAt(table, name, 'former')} as name,
    ${detail ? textAt(table, detail, 'former') : sql<null>`cast(null as text)`} as detail
    from (select "recordId" as id, ${sql.join(each)} from changes where "ownerId" = ${ownerId}
      and "recordId" in (${sql.join([...ids])}) and "tableName" = ${table} and action = 'delete') former`.execute(
    db,
  );
  return rows.filter((each) => each.name !== null);
}

export type NamedRecord = RecordName & { ownerId: string };

/** The visible records with one of these names. A name in a caseless field is found by its lower case. */
export async function recordsNamed(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  names: readonly string[],
): Promise<NamedRecord[]> {
  const { name, detail } = nameColumns(table);
  const key = textAt(table, entityOf[table].name, table, keyColumn);
  const { rows } = await sql<NamedRecord>`select "ownerId", id, ${name} as name, ${detail} as detail
    from ${sql.table(table)} where ${isSeen(table, owner)}
    and ${key} in (${sql.join([...names])})`.execute(db);
  return rows;
}
