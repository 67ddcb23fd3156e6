import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { type RawBuilder, sql } from 'kysely';
import { bestNames } from '../../records/list/best-names.ts';
import { type Condition, begins, contains, isOneOf } from '../../records/list/conditions.ts';
import { type Engine, engineOf } from '../../db/engines/engine-of.ts';
import { type Owner, visibleOwners } from '../../records/owner.ts';
import { recordNames } from '../../records/record-names.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { Search, idsAsRows, isAmong } from '../../records/list/search.ts';

export interface Hit {
  id: string;
  name: string;
  detail: string | null;
  url: string | null;
  rank: number;
}

type Text = RawBuilder<string>;

/** The columns that an index has in the order of names. */
const nameKeys: Partial<Record<OwnedTableName, string>> = {
  domains: 'domain',
  servers: 'nameKey',
  hostings: 'nameKey',
  email_accounts: 'emailKey',
  registrator_types: 'nameKey',
};
/** What ends the first part of a name. */
const ends: Partial<Record<OwnedTableName, string>> = { domains: '.', email_accounts: '@' };
const urls: Partial<Record<OwnedTableName, string>> = {
  servers: 'panelUrl',
  hostings: 'websiteUrl',
  email_accounts: 'loginUrl',
  registrator_types: 'websiteUrl',
};

/** An account is called what it points to. */
const accounts = new Set<OwnedTableName>(['registrator_accounts', 'cdn_accounts']);

/** The name in lower case; that of a proxy is the first of its words. */
function keyOf(table: OwnedTableName, engine: Engine): Text {
  const column = nameKeys[table];
  // In the order of bytes, in which a beginning is a range; PostgreSQL's own is that of a language.
  if (column !== undefined)
    return engine === 'postgres'
      ? sql`${sql.ref(`${table}.${column}`)} collate "C"`
      : sql.ref(`${table}.${column}`);
  if (accounts.has(table)) return sql`lower(${recordNames[table].name})`;
  const text = sql.ref(`${table}.searchText`);
  return engine === 'postgres'
    ? sql`split_part(${text}, chr(10), 1)`
    : sql`substr(${text}, 1, instr(${text} || char(10), char(10)) - 1)`;
}

/** What an account points to under a name or address that holds the words. */
function pointed(owner: Owner, table: OwnedTableName, words: string): Condition[] {
  if (!accounts.has(table)) return [];
  const mailbox = sql<boolean>`${sql.ref(`${table}.emailAccountId`)} in (select id from email_accounts
    where "ownerId" = ${owner.id} and ${contains(sql.ref('emailKey'), words)})`;
  if (table === 'cdn_accounts') return [mailbox];
  const type = sql<boolean>`registrator_accounts."registratorTypeId" in (select id from registrator_types
    where ${isOneOf('ownerId', visibleOwners('registrator_types', owner))}
    and ${contains(sql.ref('nameKey'), words)})`;
  return [mailbox, type];
}

/** The records of one kind that hold the words, the best first. */
export async function find(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  words: string,
  limit: number,
): Promise<Hit[]> {
  const engine = engineOf<Schema>(db);
  const owners = visibleOwners(table, owner);
  const { name, detail } = recordNames[table];
  const [key, url, end] = [keyOf(table, engine), urls[table], ends[table]];
  const isFirstPart = end === undefined ? sql`` : sql`when ${begins(key, `${words}${end}`)} then 1`;
  /** The better the name matches, the smaller: it is the words, begins with them, holds them; or another word does. */
  const rank = sql`case when ${key} = ${words} then 0 ${isFirstPart} when ${begins(key, words)} then 2
    when ${contains(key, words)} then 3 else 4 end`;
  const best = async (among: Condition) => {
    const { rows } = await sql<Hit>`select id, ${name} as name, ${detail} as detail,
        ${url === undefined ? sql`null` : sql.ref(`${table}.${url}`)} as url, ${rank} as rank
      from ${sql.table(table)} where ${isOneOf(`${table}.ownerId`, owners)} and ${among}
      order by rank, ${key}, id limit ${sql.lit(limit)}`.execute(db);
    return rows.map((row) => ({ ...row, url: row.url !== null && isWebUrl(row.url) ? row.url : null }));
  };
  const search = new Search(owner, table, words, ...pointed(owner, table, words));
  const { ids, areAll } = await search.hits(db);
  if (ids.length === 0) return [];
  if (areAll) return best(isAmong(engine, table, ids));
  if (nameKeys[table] === undefined) return best(search);
  // Of so many, either enough hold the words in their names, or enough elsewhere.
  const some = idsAsRows(engine, ids.slice(0, 2 * limit));
  const names = bestNames({ engine, owners, table, key, words, end, limit });
  return best(
    engine === 'postgres'
      ? sql`id = any(array(${names} union ${some}))`
      : sql`id in (${names} union ${some})`,
  );
}
