import { folded } from '@quartermaster/contract/rules/folded';
import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { type SqlBool, sql } from 'kysely';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { entityOf, keyColumn, keyOf } from '../../records/kinds/entities.ts';
import { type Condition, anyOf, begins, contains, equals } from '../../records/table/conditions.ts';
import { mentions } from '../../records/table/search.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from '../../records/table/scope.ts';
import { foldedName, nameColumns } from '../../records/table/record-names.ts';

export interface Hit {
  id: string;
  name: string;
  detail: string | null;
  url: string | null;
  rank: number;
  /** The number of all matches. */
  total: number;
}

/** Whether these words are a record's whole name or address, in any of its spellings. */
function isExactly(db: Db, table: OwnedTableName, words: string): Condition {
  const { name, fields } = entityOf[table];
  const exact: Condition[] = [sql<SqlBool>`${foldedName(db, table)} = ${folded(words)}`];
  if (typeof name === 'string' && fields[name])
    exact.push(equals(`${table}.${keyColumn(table, name)}`, String(keyOf(table, name, words))));
  if (fields['ip'])
    exact.push(equals(`${table}.${keyColumn(table, 'ip')}`, String(keyOf(table, 'ip', words))));
  return anyOf(exact);
}

/** The records of one entity that contain the words, best matches first. */
export async function find(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  words: string,
  limit: number,
): Promise<Hit[]> {
  const { nameEnd, url } = entityOf[table];
  const { name, detail } = nameColumns(table);
  const key = foldedName(db, table);
  const typed = folded(words);
  const isFirstPart = nameEnd === undefined ? sql`` : sql`when ${begins(key, `${typed}${nameEnd}`)} then 1`;
  /** 0: the whole name or address; 1: its whole first part; 2: a prefix; 3: within the name; 4: in another field. */
  const rank = sql`case when ${isExactly(db, table, words)} then 0 ${isFirstPart} when ${begins(key, typed)} then 2
    when ${contains(key, typed)} then 3 else 4 end`;
  const { rows } = await read(
    db,
    sql<Hit>`select id, ${name} as name, ${detail} as detail,
      ${url === undefined ? sql`cast(null as text)` : sql.ref(`${table}.${url}`)} as url, ${rank} as rank,
      count(*) over () as total
    from ${sql.table(table)}
    where ${isSeen(table, owner)} and ${mentions(db, owner, table, words)}
    order by rank, ${key}, id limit ${sql.lit(limit)}`,
  );
  return rows.map((row) => ({ ...row, url: row.url !== null && isWebUrl(row.url) ? row.url : null }));
}
