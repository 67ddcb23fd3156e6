import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import type { Pagination } from '@quartermaster/contract/api/query';
import { cdnProviderNames } from '@quartermaster/contract/catalog/cdn-provider-names';
import type { MismatchField } from '@quartermaster/contract/mismatches/mismatches.routes';
import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { iso } from '../lib/clock.ts';
import { paginationOf } from '../lib/pagination.ts';
import { alertSettingsOf } from './alert-settings.ts';
import { cached } from '../records/list/cache.ts';
import { type Condition, allOf, isAmong } from '../records/table/conditions.ts';
import { nameColumns, nameOrder } from '../records/table/record-names.ts';
import type { Tables } from '../records/list/record-table.ts';
import { factsOfField } from './findings.ts';
import { type Fitting, fittingRecords } from './fitting-records.ts';
import {
  type MismatchFilters,
  isOwnAccount,
  mismatchConditions,
  ofRegistrar,
  withDomains,
} from './mismatch-conditions.ts';

/** A finding with what is recorded instead. */
export interface MismatchRow {
  recordId: string;
  name: string;
  field: MismatchField;
  found: string;
  fits: string;
  date: number | null;
  source: string;
  isConfirmed: number;
  ignoredAt: number | null;
  ignoredReason: string | null;
  typed: number | null;
  ip: string | null;
  provider: keyof typeof cdnProviderNames | null;
  registrar: string | null;
  state: string | null;
}

export interface ComparedMismatch {
  row: MismatchRow;
  mismatch: Mismatch;
  /** What taking it over writes; null: it can't be. */
  fields: Record<string, string> | null;
}

const dayMs = 86_400_000;
const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

function whyOfDate({ typed, date, isConfirmed, state }: MismatchRow): string {
  if (state === 'unregistered') return 'The registry says by now that the domain is not registered';
  if (isConfirmed === 0) return 'Renewed by the registry, not confirmed by the registrar';
  if (typed === null || date === null) return 'No date is recorded';
  const days = Math.max(1, Math.round(Math.abs(date - typed) / dayMs));
  return `The registry’s date is ${plural(days, 'day')} ${date > typed ? 'later' : 'earlier'}`;
}

/** Why the field differs, and if nothing can be taken over, why not. */
function whyOf(row: MismatchRow, { ids, nouns }: Fitting): string {
  if (row.field === 'expirationDate') return whyOfDate(row);
  const why = {
    server: 'The domain does not point to its server’s address',
    cdn: `Name servers and CNAME are not those of ${row.provider ? cdnProviderNames[row.provider] : 'the CDN'}`,
    registrar: 'The registry names another registrar',
  }[row.field];
  if (ids.length === 1) return why;
  return `${why}; ${ids.length === 0 ? `no ${nouns[0]} fits` : `several ${nouns[1]} fit`}`;
}

const recordedIn: Record<MismatchField, (row: MismatchRow) => string | null> = {
  expirationDate: ({ typed }) => (typed === null ? null : iso(typed)),
  server: ({ ip }) => ip,
  cdn: ({ provider }) => provider && cdnProviderNames[provider],
  registrar: ({ registrar }) => registrar,
};

const referenceOf = { server: 'serverId', cdn: 'cdnAccountId', registrar: 'registratorAccountId' } as const;

function fieldsOf(row: MismatchRow, { ids }: Fitting): Record<string, string> | null {
  if (row.field === 'expirationDate') return row.isConfirmed === 1 ? { expirationDate: row.found } : null;
  const [only, ...others] = ids;
  return only !== undefined && others.length === 0 ? { [referenceOf[row.field]]: only } : null;
}

/** When what these rows tell was looked up last. */
async function observations(db: Db, owner: Owner, rows: readonly MismatchRow[]) {
  const fields = Object.values(factsOfField).flat();
  const ids = [...new Set(rows.map(({ recordId }) => recordId))];
  const facts =
    ids.length === 0
      ? []
      : await db
          .selectFrom('record_facts')
          .select(['recordId', 'field', 'source', 'observedAt'])
          .where('ownerId', '=', owner.id)
          .where(isAmong(db, 'record_facts.recordId', valuesOf(db, [['text', ids]])))
          .where('field', 'in', fields)
          .execute();
  const own = Map.groupBy(facts, ({ recordId }) => recordId);
  return ({ recordId, field, source }: MismatchRow): string | null => {
    const times = (own.get(recordId) ?? [])
      .filter(
        (fact) => fact.source === source && (factsOfField[field] as readonly string[]).includes(fact.field),
      )
      .map(({ observedAt }) => observedAt);
    return times.length === 0 ? null : iso(Math.max(...times));
  };
}

/** The rows that these conditions select, by name, as they are shown and taken over. */
export async function foundOtherwise(
  db: Db,
  owner: Owner,
  conditions: readonly Condition[],
  { limit, skipped = 0 }: { limit: number; skipped?: number },
): Promise<ComparedMismatch[]> {
  const { rows } = await read(
    db,
    sql<MismatchRow>`select findings."recordId", ${nameColumns('domains').name} as name, findings.field,
    findings.found, findings.fits, findings.date, findings.source, findings."isConfirmed",
    findings."ignoredAt", findings."ignoredReason", domains."expirationDate" as typed,
    (select ip from servers where servers."ownerId" = domains."ownerId" and servers.id = domains."serverId") as ip,
    (select provider from cdn_accounts where cdn_accounts."ownerId" = domains."ownerId"
      and cdn_accounts.id = domains."cdnAccountId") as provider,
    (select kind.name from ${ofRegistrar} where ${isOwnAccount}) as registrar,
    (select state from shown_dates where shown_dates."ownerId" = domains."ownerId"
      and shown_dates."recordId" = domains.id and shown_dates.what = 'domain') as state
    from ${withDomains} where ${allOf(conditions)}
    order by ${nameOrder(db, 'domains')}, domains.id, findings.field
    limit ${sql.lit(limit)} offset ${sql.lit(skipped)}`,
  );
  const fitting = await fittingRecords(db, owner, rows);
  const observedAt = await observations(db, owner, rows);
  return rows.map((row) => {
    const { recordId, name, field, found, source, ignoredAt, ignoredReason } = row;
    const records = fitting(row);
    const fields = fieldsOf(row, records);
    const reason = ignoredReason === null ? '' : ` (ignored: ${ignoredReason})`;
    const mismatch: Mismatch = {
      id: `${recordId}.${field}`,
      area: 'domains',
      recordId,
      name,
      field,
      recorded: recordedIn[field](row),
      found,
      source: source as Mismatch['source'],
      observedAt: observedAt(row),
      why: `${whyOf(row, records)}${reason}`,
      canTakeOver: fields !== null,
      state: ignoredAt === null ? 'open' : 'ignored',
    };
    return { row, mismatch, fields };
  });
}

/** How many of them the filters select. */
export async function countMismatches(
  db: Db,
  owner: Owner,
  tables: Tables,
  filters: MismatchFilters,
): Promise<number> {
  const { timeZone } = await alertSettingsOf(db, owner.id);
  return cached(db, owner, JSON.stringify(['mismatches', filters, timeZone]), async () => {
    const conditions = await mismatchConditions(db, owner, tables, filters);
    const { rows } = await read(
      db,
      sql<{ count: number }>`select count(*) as count from ${withDomains} where ${allOf(conditions)}`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** A page of what was found otherwise than recorded. */
export async function listMismatches(
  db: Db,
  owner: Owner,
  tables: Tables,
  query: MismatchFilters & { page?: number | undefined; limit?: number | undefined },
): Promise<{ mismatches: Mismatch[]; pagination: Pagination }> {
  const { page = 1, limit = limits.pageRows, ...filters } = query;
  const conditions = await mismatchConditions(db, owner, tables, filters);
  const skipped = (page - 1) * limit;
  const found = await foundOtherwise(db, owner, conditions, { limit, skipped });
  const isLast = found.length < limit && (found.length > 0 || page === 1);
  const total = isLast ? skipped + found.length : await countMismatches(db, owner, tables, filters);
  return {
    mismatches: found.map(({ mismatch }) => mismatch),
    pagination: paginationOf({ page, limit }, total),
  };
}
