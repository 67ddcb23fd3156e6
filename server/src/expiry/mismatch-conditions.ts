import { valuesAsked } from '@quartermaster/contract/api/filters';
import { cdnProviderIds } from '@quartermaster/contract/catalog/cdn-provider-names';
import { type MismatchField, mismatchFields } from '@quartermaster/contract/mismatches/mismatches.routes';
import { dayAt } from '@quartermaster/contract/rules/calendar';
import { hasCdnHosts } from '@quartermaster/contract/rules/found';
import { isSameRegistrar } from '@quartermaster/contract/rules/registrar-names';
import { type SqlBool, sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { pacedEach } from '../lib/paced.ts';
import { alertSettingsOf } from './alert-settings.ts';
import { dayNumber } from './dates/in-calendar.ts';
import { type RecordFilters, recordFiltersOf } from './dates/selected-records.ts';
import { cached } from '../records/list/cache.ts';
import { type Condition, allOf, anyOf, equals, isOneOf } from '../records/table/conditions.ts';
import { isSeen } from '../records/table/scope.ts';
import type { Tables } from '../records/list/record-table.ts';

/** The filters of a request. */
export interface MismatchFilters extends Omit<RecordFilters, 'registratorAccountId'> {
  area?: string | undefined;
  field?: string | undefined;
  recordId?: string | undefined;
  state?: string | undefined;
}

/** What findings are compared with. */
export const withDomains = sql`findings join domains on domains."ownerId" = findings."ownerId"
  and domains.id = findings."recordId"`;
const withKind = sql`join registrator_types kind on kind."ownerId" = account."registratorTypeOwnerId"
  and kind.id = account."registratorTypeId"`;
/** Registrator accounts with their types. */
export const ofRegistrar = sql`registrator_accounts account ${withKind}`;
export const isOwnAccount = sql<SqlBool>`account."ownerId" = domains."ownerId"
  and account.id = domains."registratorAccountId"`;

/** Whether a value is one of those that fit what was found. */
const fits = (finding: string, value: string) =>
  sql<SqlBool>`${sql.ref(`${finding}.fits`)} like '%' || ${'\n'} || ${sql.ref(value)} || ${'\n'} || '%'`;

interface Pair {
  name: string;
  found: string;
}

/** The names of registrars, recorded and found, that are not the same one's. */
async function otherRegistrars(db: Db, owner: Owner): Promise<Pair[]> {
  const others: Pair[] = [];
  const { rows } = await read(
    db,
    sql<Pair>`select distinct kind.name, findings.found from ${withDomains}
    join registrator_accounts account on ${isOwnAccount} ${withKind}
    where findings."ownerId" = ${owner.id} and findings.field = 'registrar'`,
  );
  await pacedEach(rows, (pair) => {
    // A name that lost letters on its way is nobody's.
    if (!pair.found.includes('\ufffd') && !isSameRegistrar(pair.name, pair.found)) others.push(pair);
  });
  return others;
}

/** References to records outside the caller's scope are not compared. */
const condition: Record<MismatchField, (db: Db, owner: Owner) => Promise<Condition>> = {
  expirationDate: async (db, owner) => {
    const { timeZone } = await alertSettingsOf(db, owner.id);
    const zone = { timeZone, today: dayAt(Date.now(), timeZone) };
    const [found, typed] = ['findings.date', 'domains.expirationDate'].map((name) =>
      dayNumber(sql.ref(name), zone),
    );
    return sql<SqlBool>`(domains."expirationDate" is null or ${found} <> ${typed})`;
  },
  // Behind a CDN, addresses are those of the CDN.
  server: (_, owner) =>
    Promise.resolve(sql<SqlBool>`(exists (select 1 from servers
      where servers.id = domains."serverId" and ${isSeen('servers', owner)}
      and servers.ip is not null and not ${fits('findings', 'servers.ip')})
    and not exists (select 1 from findings hosts join cdn_accounts on cdn_accounts."ownerId" = hosts."ownerId"
      where hosts."ownerId" = domains."ownerId" and hosts.field = 'cdn' and hosts."recordId" = domains.id
      and cdn_accounts.id = domains."cdnAccountId" and ${fits('hosts', 'cdn_accounts.provider')}))`),
  cdn: (_, owner) =>
    Promise.resolve(sql<SqlBool>`exists (select 1 from cdn_accounts
      where cdn_accounts.id = domains."cdnAccountId" and ${isSeen('cdn_accounts', owner)}
      and cdn_accounts.provider in (${sql.join(cdnProviderIds.filter(hasCdnHosts))})
      and not ${fits('findings', 'cdn_accounts.provider')})`),
  registrar: async (db, owner) => {
    const others = await cached(db, owner, 'other registrars', () => otherRegistrars(db, owner));
    if (others.length === 0) return sql<SqlBool>`1 = 0`;
    const pairs = valuesOf(db, [
      ['text', others.map(({ name }) => name)],
      ['text', others.map(({ found }) => found)],
    ]);
    return sql<SqlBool>`exists (select 1 from ${ofRegistrar} where ${isOwnAccount}
      and ${isSeen('registrator_accounts', owner, 'account')} and (kind.name, findings.found) in (${pairs}))`;
  },
};

/** Whether a finding is otherwise than the record of a visible domain, and one that the filters select. */
export async function mismatchConditions(
  db: Db,
  owner: Owner,
  tables: Tables,
  { area, field, recordId, state = 'open', ...filters }: MismatchFilters,
): Promise<Condition[]> {
  const asked = field === undefined ? mismatchFields : valuesAsked(field);
  const fields = mismatchFields.filter((each) => asked.includes(each));
  const states = valuesAsked(state);
  const records = recordId === undefined ? null : valuesAsked(recordId);
  if (
    fields.length === 0 ||
    states.length === 0 ||
    records?.length === 0 ||
    (area ?? 'domains') !== 'domains'
  )
    return [sql<SqlBool>`1 = 0`];
  const each = await Promise.all(
    fields.map(async (name) => allOf([equals('findings.field', name), await condition[name](db, owner)])),
  );
  return [
    equals('findings.ownerId', owner.id),
    ...(records ? [isOneOf('findings.recordId', records)] : []),
    ...(states.length > 1
      ? []
      : [sql<SqlBool>`(findings."ignoredAt" is null) = ${states[0] === 'open' ? sql`true` : sql`false`}`]),
    anyOf(each),
    ...tables.domains.conditions(db, owner, recordFiltersOf(filters)),
  ];
}
