import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { type DomainStatus, dayMs, expiringDays } from '@quartermaster/contract/rules/expiry';
import { type SqlBool, sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition, equals, holds } from '../../records/list/conditions.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import type { Owner } from '../../records/owner.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { Search, isAmong } from '../../records/list/search.ts';
import { rowsOfShape } from '../../records/list/shapes.ts';
import { notFound } from '../../lib/errors.ts';
import { nearsAt } from './domains.figures.ts';
import { withRelated } from './domains.related.ts';
import { type JoinedRow, relatedIn, selectDomains, selectOwn, toDomain } from './domains.rows.ts';

export interface DomainQuery extends ListQuery {
  registratorAccountId?: string | undefined;
  serverId?: string | undefined;
  cdnAccountId?: string | undefined;
  status?: DomainStatus | undefined;
  expiringInDays?: number | undefined;
  expiresFrom?: string | undefined;
  expiresTo?: string | undefined;
}

/** At most so many days ahead, overdue ones included, transferred ones not. */
const expiresWithin = (days: number, now: number): Condition =>
  sql`(domains."expirationDate" <= ${now + days * dayMs} and domains.status <> 'TRANSFERRED')`;

/** On these days (UTC) and between them, as the calendar counts; transferred ones not. */
const expiresBetween = (from: string | undefined, to: string | undefined): Condition[] => {
  const conditions: Condition[] = [sql`domains.status <> 'TRANSFERRED'`];
  if (from !== undefined) conditions.push(sql`domains."expirationDate" >= ${Date.parse(from)}`);
  if (to !== undefined) conditions.push(sql`domains."expirationDate" < ${Date.parse(to) + dayMs}`);
  return conditions;
};

/** The domain's own words, and the names of what it points to. */
const matches = (owner: Owner, words: string): Condition =>
  new Search(
    owner,
    'domains',
    words,
    sql`domains."registratorAccountId" in (
      select a.id from registrator_accounts a
      join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"
      join email_accounts e on e."ownerId" = a."ownerId" and e.id = a."emailAccountId"
      where a."ownerId" = ${owner.id} and (${holds('t.nameKey', words)} or ${holds('e.emailKey', words)}))`,
    sql`domains."serverId" in (
      select s.id from servers s
      where s."ownerId" = ${owner.id} and (${holds('s.nameKey', words)} or ${holds('s.ip', words)}))`,
    sql`domains."cdnAccountId" in (
      select c.id from cdn_accounts c where c."ownerId" = ${owner.id} and ${holds('c.provider', words)})`,
  );

/** What no index is in the order of. */
const sortColumns = {
  comment: sql.ref('domains.comment'),
  updatedAt: sql.ref('domains.updatedAt'),
  registrator: sql`(select t."nameKey" from registrator_accounts a
    join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"
    where a."ownerId" = domains."ownerId" and a.id = domains."registratorAccountId")`,
  server: sql`(select s."nameKey" from servers s
    where s."ownerId" = domains."ownerId" and s.id = domains."serverId")`,
};

const isBetweenDays = ({ expiresFrom, expiresTo }: DomainQuery) =>
  expiresFrom !== undefined || expiresTo !== undefined;

export function domainConditions(owner: Owner, query: DomainQuery, now = Date.now()): Condition[] {
  const conditions = commonFilters(owner, 'domains', query);
  for (const column of ['registratorAccountId', 'serverId', 'cdnAccountId', 'status'] as const)
    if (query[column] !== undefined) conditions.push(equals(`domains.${column}`, query[column]));
  if (query.expiringInDays !== undefined) conditions.push(expiresWithin(query.expiringInDays, now));
  if (isBetweenDays(query)) conditions.push(...expiresBetween(query.expiresFrom, query.expiresTo));
  if (query.search !== undefined) conditions.push(matches(owner, query.search));
  return conditions;
}

export async function listDomains(db: Db, owner: Owner, query: DomainQuery): Promise<ListPage<Domain>> {
  // Told that no date is empty, SQLite reads the lists' indexes from the first day on. PostgreSQL would then expect fewer
  // rows than there are, and sort them.
  const isDated = isBetweenDays(query) && engineOf<Schema>(db) === 'sqlite';
  const now = Date.now();
  const { expiringInDays: days } = query;
  const list = {
    table: 'domains' as const,
    conditions: [
      ...domainConditions(owner, query, now),
      ...(isDated ? [sql<SqlBool>`(domains."expirationDate" is null) = false`] : []),
    ],
    sortColumns,
    filled: isDated ? ['domains.expirationDate'] : [],
    ...(days !== undefined && {
      clock: {
        now,
        asked: JSON.stringify({ ...query, page: 0, limit: 0, sortBy: '', sortOrder: '', after: null }),
        holdsUntil: () => nearsAt(db, owner, days, now),
      },
    }),
  };
  const page = await listPage(db, owner, { ...list, select: () => selectOwn(db), isBare: true }, query);
  const domains = await withRelated(db, owner, page.rows);
  if (domains) return { ...page, rows: domains };
  // Something was written in between: all of it in one statement.
  const joined = await listPage(db, owner, { ...list, select: () => selectDomains(db) }, query);
  return { ...joined, rows: joined.rows.map((row) => toDomain(owner, row, relatedIn(row))) };
}

export async function getDomain(db: Db, owner: Owner, id: string): Promise<Domain> {
  const [row] = await rowsOfShape<JoinedRow>(db, 'a domain', [owner.id, id], () =>
    selectDomains(db).where('domains.ownerId', '=', owner.id).where('domains.id', '=', id).compile(),
  );
  if (!row) throw notFound('domain');
  return toDomain(owner, row, relatedIn(row));
}

const namesAtOnce = 5000;

/** The names that are taken, read a part at a time, with room for other requests between the parts. */
export async function domainNames(tx: Tx, owner: Owner): Promise<Set<string>> {
  const names = new Set<string>();
  const own = tx.selectFrom('domains').select('domain').where('ownerId', '=', owner.id);
  const next = (last: string) =>
    own.where('domain', '>', last).orderBy('domain').limit(namesAtOnce).execute();
  for (let rows = await next(''); rows.length > 0; rows = await next(rows.at(-1)?.domain ?? '')) {
    for (const { domain } of rows) names.add(domain);
    await setImmediate();
  }
  return names;
}

/** Whether a domain's status does not say what its date does; blocked and transferred ones keep theirs. */
const outdated = (now: number) => sql<boolean>`"expirationDate" is not null
  and status in ('ACTIVE', 'EXPIRING', 'EXPIRED')
  and status <> case when "expirationDate" < ${now} then 'EXPIRED'
    when "expirationDate" <= ${now + expiringDays * dayMs} then 'EXPIRING' else 'ACTIVE' end`;

const rowsAtOnce = 500;

/** These domains a part at a time, locked, with room for other requests between the parts. */
export async function* outdatedDomains(tx: Tx, owner: Owner, now: number) {
  const own = tx.selectFrom('domains').where('ownerId', '=', owner.id);
  const engine = engineOf<Schema>(tx);
  const ids = (await own.where(outdated(now)).select('id').execute()).map(({ id }) => id).sort();
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const part = own.selectAll().where(isAmong(engine, 'domains', ids.slice(start, start + rowsAtOnce)));
    yield await (engine === 'postgres' ? part.forUpdate() : part).execute();
    await setImmediate();
  }
}

/** The workspaces that have domains, in order; after one, or all of them. */
export async function ownersWithDomains(db: Db, after: string | null): Promise<string[]> {
  const owners = db.selectFrom('domains').select('ownerId').distinct().orderBy('ownerId');
  const rows = await owners.where('ownerId', '>', after ?? '').execute();
  return rows.map(({ ownerId }) => ownerId);
}
