import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import type { LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { preferred } from '@quartermaster/contract/rules/shown-date';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { alertSettingsOf } from '../alert-settings.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import { checksOf } from './checks.ts';
import { type FactRow, factsOf } from './facts.ts';
import { lookKey } from './look-keys.ts';
import { askedOf, subjectsOf } from './subjects.ts';

const factIn = (row: FactRow): Omit<Fact, 'isShown'> => ({
  id: row.id,
  kind: row.kind as Fact['kind'],
  field: row.field as Fact['field'],
  subject: row.subject,
  value: JSON.parse(row.value) as Fact['value'],
  source: row.source as Fact['source'],
  sourceHost: row.sourceHost,
  observedAt: iso(row.observedAt),
  firstSeenAt: iso(row.firstSeenAt),
});

/** The date that was typed, beside those that were found. */
function typedFacts(
  area: LookedUpArea,
  row: StoredRow,
  subject: string | undefined,
): Omit<Fact, 'isShown'>[] {
  const date = row['expirationDate'];
  if (area !== 'domains' || typeof date !== 'number' || subject === undefined) return [];
  return [
    {
      id: row.id,
      kind: 'registration',
      field: 'expirationDate',
      subject,
      value: iso(date),
      source: 'typed',
      sourceHost: null,
      observedAt: iso(row.updatedAt),
      firstSeenAt: iso(Number(row['createdAt'])),
    },
  ];
}

/** Whether a fact is the date that lists and alerts go by: while a renewal is not confirmed, the registry's is not. */
async function isDateOf(db: Db, ownerId: string, recordId: string) {
  const shown = await db
    .selectFrom('shown_dates')
    .select(['date', 'source'])
    .where('ownerId', '=', ownerId)
    .where('recordId', '=', recordId)
    .where('what', '=', 'domain')
    .executeTakeFirst();
  // Nothing is stored before the first look-up.
  return ({ source, value }: Pick<Fact, 'source' | 'value'>): boolean =>
    shown ? shown.source === source && shown.date === Date.parse(String(value)) : source === 'typed';
}

/** When a job runs next, after a run in progress as that one has decided. What is due at once has no time. */
function nextOf({ runAt, holder }: { runAt: number; holder: string | null }, decided: number | null): number {
  const next = holder === null ? runAt : (decided ?? runAt);
  return next === 0 ? Date.now() : next;
}

/** What is known of a record, from which source, and how the latest look-ups ended. */
export async function shownFacts(
  { db, config }: { db: Db; config: Pick<Config, 'looksUp' | 'whoisServers'> },
  ownerId: string,
  area: LookedUpArea,
  row: StoredRow,
): Promise<{ facts: Fact[]; checks: Check[] }> {
  const subjects = subjectsOf(area, askedOf(area, row), config.whoisServers);
  const registration = subjects.find(({ kind }) => kind === 'registration')?.subject;
  // First, so that no check is ahead of its facts.
  const rows = await checksOf(db, ownerId, row.id);
  const all = [...(await factsOf(db, ownerId, row.id)).map(factIn), ...typedFacts(area, row, registration)];
  const isDate = await isDateOf(db, ownerId, row.id);
  const facts = all.map((fact): Fact => {
    if (fact.field === 'expirationDate') return { ...fact, isShown: isDate(fact) };
    const same = all.filter(({ field, subject }) => field === fact.field && subject === fact.subject);
    return { ...fact, isShown: fact.source === preferred(same)?.source };
  });
  const keys = subjects.map((subject) => lookKey(ownerId, subject));
  const jobs =
    keys.length === 0
      ? []
      : await db
          .selectFrom('jobs')
          .select(['uniqueKey', 'runAt', 'holder'])
          .where('uniqueKey', 'in', keys)
          .execute();
  const { look } = await alertSettingsOf(db, ownerId);
  const checks = subjects.map(({ kind, subject }): Check => {
    const check = rows.find((each) => each.kind === kind && each.subject === subject);
    const job = jobs.find(({ uniqueKey }) => uniqueKey === lookKey(ownerId, { kind, subject }));
    // What is switched off still has a job, which ends when its time comes.
    const nextAt = job && config.looksUp && look[kind] ? nextOf(job, check?.nextAt ?? null) : null;
    return {
      kind,
      subject,
      state: (check?.state ?? 'never') as Check['state'],
      checkedAt: check ? iso(check.checkedAt) : null,
      answeredAt: check && check.answeredAt !== null ? iso(check.answeredAt) : null,
      nextAt: nextAt === null ? null : iso(nextAt),
      error: check?.error ?? null,
    };
  });
  return { facts, checks };
}
