import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, begins, contains, isOneOf } from '../../db/conditions.ts';
import { type Engine, engineOf } from '../../db/engine-of.ts';
import { type Owner, visibleOwners } from '../../db/owner.ts';
import { recordNames } from '../../db/record-names.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { Search, isAmong, ownRows } from '../../db/search.ts';

/** The better the name matches, the smaller: it is the words, begins with them, holds them; or another word does. */
const worst = 3;

export interface Hit {
  id: string;
  name: string;
  detail: string | null;
  url: string | null;
  rank: number;
}

type Text = RawBuilder<string>;
const firstLine = (text: Text, engine: Engine): Text =>
  engine === 'postgres'
    ? sql`split_part(${text}, chr(10), 1)`
    : sql`substr(${text}, 1, instr(${text} || char(10), char(10)) - 1)`;

/** The columns whose index is in the order of names. */
const nameKeys: Partial<Record<OwnedTableName, string>> = {
  domains: 'domain',
  servers: 'nameKey',
  hostings: 'nameKey',
  email_accounts: 'emailKey',
  registrator_types: 'nameKey',
};
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
  if (column !== undefined) return sql.ref(`${table}.${column}`);
  return accounts.has(table)
    ? sql`lower(${recordNames[table].name})`
    : firstLine(sql.ref(`${table}.searchText`), engine);
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

/** The best of the rows that meet a condition. */
async function ranked(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  words: string,
  limit: number,
  among: Condition,
) {
  const { name, detail } = recordNames[table];
  const key = keyOf(table, engineOf<Schema>(db));
  const url = urls[table];
  const { rows } = await sql<Hit>`select id, ${name} as name, ${detail} as detail,
      ${url === undefined ? sql`null` : sql.ref(`${table}.${url}`)} as url,
      case when ${key} = ${words} then 0 when ${begins(key, words)} then 1 when ${contains(key, words)} then 2
        else ${sql.lit(worst)} end as rank
    from ${sql.table(table)} where ${isOneOf(`${table}.ownerId`, visibleOwners(table, owner))} and ${among}
    order by rank, ${key}, id limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => ({ ...row, url: row.url !== null && isWebUrl(row.url) ? row.url : null }));
}

/** The ids of the first rows in the order of their names, which SQLite reads from an index where there is one. */
async function byName(db: Db, owner: Owner, table: OwnedTableName, wanted: Condition, limit: number) {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where ${isOneOf(`${table}.ownerId`, visibleOwners(table, owner))} and ${wanted}
    order by ${keyOf(table, engineOf<Schema>(db))} limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The ids of rows whose names begin with the words. */
function beginning(db: Db, owner: Owner, table: OwnedTableName, words: string, limit: number) {
  const key = keyOf(table, engineOf<Schema>(db));
  const range =
    engineOf<Schema>(db) === 'sqlite' && nameKeys[table] !== undefined
      ? sql`${key} >= ${words} and ${key} < ${`${words}\u{10ffff}`} and `
      : sql``;
  return byName(db, owner, table, sql`${range}${begins(key, words)}`, limit);
}

/** The ids of the first rows that hold the words, in their names but not at the beginning, or elsewhere. */
async function holding(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  words: string,
  named: boolean,
  limit: number,
) {
  const engine = engineOf<Schema>(db);
  if (named && engine === 'sqlite' && nameKeys[table] !== undefined) {
    const key = keyOf(table, engine);
    return byName(db, owner, table, sql`${contains(key, words)} and not ${begins(key, words)}`, limit);
  }
  const place = (text: Text): Condition => {
    const name = firstLine(text, engine);
    return named
      ? sql`(${contains(name, words)} and not ${begins(name, words)})`
      : sql`(${contains(text, words)} and not ${contains(name, words)})`;
  };
  const { rows } = await sql<{
    id: string;
  }>`select id from (${ownRows(engine, visibleOwners(table, owner), table, place)})
    hits limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The best of too many to look at all of them: as soon as enough are found, the worse are not looked for. */
async function frequent(db: Db, owner: Owner, table: OwnedTableName, words: string, limit: number) {
  const ids = await beginning(db, owner, table, words, limit);
  for (const named of [true, false])
    if (ids.length < limit) ids.push(...(await holding(db, owner, table, words, named, limit - ids.length)));
  return ids;
}

/** The records of one kind that hold the words, the best first. */
export async function find(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  words: string,
  limit: number,
): Promise<Hit[]> {
  const search = new Search(owner, table, words, ...pointed(owner, table, words));
  const hits = await search.hits(db);
  if (hits?.length === 0) return [];
  if (hits === null && accounts.has(table)) return ranked(db, owner, table, words, limit, search);
  const ids = hits ?? (await frequent(db, owner, table, words, limit));
  return ranked(db, owner, table, words, limit, isAmong(engineOf<Schema>(db), table, ids));
}
