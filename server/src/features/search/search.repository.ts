import { lowerCase } from '@quartermaster/contract/api/fields';
import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, keyColumn } from '../../records/entities.ts';
import { begins, contains } from '../../records/list/conditions.ts';
import { mentions } from '../../records/list/search.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from '../../records/scope.ts';
import { nameColumns } from '../../records/record-names.ts';

export interface Hit {
  id: string;
  name: string;
  detail: string | null;
  url: string | null;
  rank: number;
  /** The number of all matches. */
  total: number;
}

/** The name in lower case, compared in byte order. */
function nameKey(db: Db, table: OwnedTableName): RawBuilder<string> {
  const { name } = entityOf[table];
  const isCaseless = typeof name === 'string' && entityOf[table].fields[name]?.caseless === lowerCase;
  const key = isCaseless
    ? sql.ref<string>(`${table}.${keyColumn(table, name)}`)
    : sql<string>`lower(${nameColumns(table).name})`;
  return engineOf<Schema>(db) === 'postgres' ? sql`(${key} collate "C")` : key;
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
  const key = nameKey(db, table);
  const isFirstPart = nameEnd === undefined ? sql`` : sql`when ${begins(key, `${words}${nameEnd}`)} then 1`;
  /** 0: the whole name; 1: its whole first part; 2: a prefix; 3: within the name; 4: in another field. */
  const rank = sql`case when ${key} = ${words} then 0 ${isFirstPart} when ${begins(key, words)} then 2
    when ${contains(key, words)} then 3 else 4 end`;
  const { rows } = await sql<Hit>`select id, ${name} as name, ${detail} as detail,
      ${url === undefined ? sql`cast(null as text)` : sql.ref(`${table}.${url}`)} as url, ${rank} as rank,
      count(*) over () as total
    from ${sql.table(table)}
    where ${isSeen(table, owner)} and ${mentions(db, owner, table, words)}
    order by rank, ${key}, id limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => ({ ...row, url: row.url !== null && isWebUrl(row.url) ? row.url : null }));
}
