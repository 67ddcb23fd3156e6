import type { Server, ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import { sql } from 'kysely';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition, anyOf, equals, holds, pointsTo } from '../../records/list/conditions.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import { OwnedTable } from '../../records/owned-table.ts';
import type { Owner } from '../../records/owner.ts';
import type { Db } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';
import { Search } from '../../records/list/search.ts';
import { notFound } from '../../lib/errors.ts';

const usernames = (users: unknown): string[] => (users as ServerUser[]).map(({ username }) => username);

export const serverTable = new OwnedTable({
  table: 'servers',
  codecs: { users: 'sealed', tags: 'json' },
  computed: ({ name, ip, country, users, comment, tags }) => ({
    nameKey: String(name).toLowerCase(),
    searchText: searchText([name, ip, country, ...usernames(users), comment], tags),
  }),
  conflict: { field: 'name', message: 'A server with this name already exists' },
});

const domainCount = sql<number>`(select count(*) from domains d
  where d."ownerId" = servers."ownerId" and d."serverId" = servers.id)`;

/** Servers with the words of their hosting account, and how many domains point to each. */
const withRelated = (db: Db) =>
  db
    .selectFrom('servers')
    .innerJoin('hostings', (join) =>
      join.onRef('hostings.ownerId', '=', 'servers.ownerId').onRef('hostings.id', '=', 'servers.hostingId'),
    )
    .selectAll('servers')
    .select(['hostings.name as hostingName', 'hostings.provider', domainCount.as('domainCount')]);
type RelatedRow = Awaited<ReturnType<ReturnType<typeof withRelated>['executeTakeFirstOrThrow']>>;

function toServer(owner: Owner, row: RelatedRow): Server {
  const { hostingName, provider, domainCount: domains, ...own } = row;
  return {
    ...serverTable.decode(owner, own),
    hosting: { id: own.hostingId, name: hostingName, provider },
    _count: { domains },
  } as Server;
}

/** In a server's own words, or the name or provider of its hosting account. */
const mentions = (owner: Owner, words: string): Condition =>
  new Search(
    owner,
    'servers',
    words,
    pointsTo(
      'servers.hostingId',
      'hostings',
      equals('hostings.ownerId', owner.id),
      anyOf(holds('hostings.nameKey', words), holds('hostings.providerKey', words)),
    ),
  );

export interface ServerQuery extends ListQuery {
  hostingId?: string | undefined;
  country?: string | undefined;
  status?: string | undefined;
}

export function serverConditions(owner: Owner, query: ServerQuery): Condition[] {
  const conditions = commonFilters(owner, 'servers', query);
  for (const column of ['hostingId', 'country', 'status'] as const)
    if (query[column] !== undefined) conditions.push(equals(`servers.${column}`, query[column]));
  if (query.search !== undefined) conditions.push(mentions(owner, query.search));
  return conditions;
}

const sortColumns = { name: 'servers.nameKey', hosting: 'hostings.nameKey' };

export async function listServers(db: Db, owner: Owner, query: ServerQuery): Promise<ListPage<Server>> {
  const conditions = serverConditions(owner, query);
  const found = await listPage(
    db,
    owner,
    { table: 'servers', select: () => withRelated(db), conditions, sortColumns },
    query,
  );
  return { ...found, rows: found.rows.map((row) => toServer(owner, row)) };
}

export async function getServer(db: Db, owner: Owner, id: string): Promise<Server> {
  const row = await withRelated(db)
    .where('servers.ownerId', '=', owner.id)
    .where('servers.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('server');
  return toServer(owner, row);
}

export const serverFigures = (db: Db, owner: Owner) =>
  db
    .selectFrom('servers')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'ACTIVE').as('active'),
      fn.countAll<number>().filterWhere('status', '=', 'INACTIVE').as('inactive'),
      fn.countAll<number>().filterWhere('status', '=', 'MAINTENANCE').as('maintenance'),
    ])
    .where('ownerId', '=', owner.id)
    .executeTakeFirstOrThrow();
