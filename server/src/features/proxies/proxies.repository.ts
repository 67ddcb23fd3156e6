import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import type { Proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { Group } from '@quartermaster/contract/api/summaries';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { sql } from 'kysely';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition, equals, flagIs } from '../../records/list/conditions.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import { OwnedTable } from '../../records/owned-table.ts';
import type { Owner } from '../../records/owner.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';
import { Search } from '../../records/list/search.ts';

export const duplicateProxy = 'A proxy with this IP address, port and username already exists';

export const proxyTable = new OwnedTable({
  table: 'proxies',
  codecs: { password: 'secret', tags: 'json', isActive: 'flag' },
  computed: ({ name, ip, port, username, type, country, comment, tags }) => ({
    searchText: searchText(
      [name, hostAndPort(String(ip), Number(port)), username, type, country, comment],
      tags,
    ),
  }),
  conflict: { field: 'ip', message: duplicateProxy },
});

export interface ProxyQuery extends ListQuery {
  type?: ProxyType | undefined;
  country?: string | undefined;
  isActive?: 'true' | 'false' | undefined;
}

export function proxyConditions(owner: Owner, query: ProxyQuery): Condition[] {
  const { search, type, country, isActive } = query;
  const conditions = commonFilters(owner, 'proxies', query);
  if (type !== undefined) conditions.push(equals('proxies.type', type));
  if (country !== undefined) conditions.push(equals('proxies.country', country));
  if (isActive !== undefined) conditions.push(flagIs('proxies.isActive', isActive));
  if (search !== undefined) conditions.push(new Search(owner, 'proxies', search));
  return conditions;
}

export async function listProxies(db: Db, owner: Owner, query: ProxyQuery): Promise<ListPage<Proxy>> {
  const conditions = proxyConditions(owner, query);
  const select = () => db.selectFrom('proxies').selectAll('proxies');
  const found = await listPage(db, owner, { table: 'proxies', select, conditions }, query);
  return { ...found, rows: found.rows.map((row) => proxyTable.decode(owner, row) as Proxy) };
}

export async function getProxy(db: Db, owner: Owner, id: string): Promise<Proxy> {
  return proxyTable.decode(owner, await proxyTable.find(db, owner, id)) as unknown as Proxy;
}

/** What is unique about a proxy, as one text. */
export const proxyKey = ({ ip, port, username }: Pick<Proxy, 'ip' | 'port' | 'username'>): string =>
  JSON.stringify([ip, port, username]);

/** The proxies that there are, by `proxyKey`. */
export async function proxyKeys(tx: Tx, owner: Owner): Promise<string[]> {
  const rows = await tx
    .selectFrom('proxies')
    .select(['ip', 'port', 'username'])
    .where('ownerId', '=', owner.id)
    .execute();
  return rows.map(proxyKey);
}

/** Counted by one of their columns, most first; those where it is empty are left out. */
async function grouped(db: Db, owner: Owner, column: 'type' | 'country'): Promise<Group[]> {
  const rows = await db
    .selectFrom('proxies')
    .select([sql.ref<string>(column).as('key'), sql<number>`count(*)`.as('count')])
    .where('ownerId', '=', owner.id)
    .where(column, 'is not', null)
    .groupBy(column)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(column)
    .execute();
  return rows.map(({ key, count }) => ({ key, label: key, count }));
}

export async function proxyFigures(db: Db, owner: Owner) {
  const { total, active } = await db
    .selectFrom('proxies')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(case when "isActive" = 1 then 1 end)`.as('active'),
    ])
    .where('ownerId', '=', owner.id)
    .executeTakeFirstOrThrow();
  return {
    totalProxies: total,
    activeProxies: active,
    proxyTypes: await grouped(db, owner, 'type'),
    proxiesByCountry: await grouped(db, owner, 'country'),
  };
}

/** What a form offers to choose from, in alphabetical order. */
export const proxyChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('proxies')
    .select(['id', 'name', 'ip', 'port'])
    .where('ownerId', '=', owner.id)
    .orderBy('name')
    .orderBy('id')
    .execute();
