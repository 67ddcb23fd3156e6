import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Db } from '../db/schema.ts';
import { alertSubject } from '../expiry/alert-ids.ts';
import { allExpirations } from '../expiry/pages.ts';
import type { Tables } from '../records/list/record-table.ts';
import { type Evaluation, type Finding, advance } from './advance.ts';
import type { AlertRow } from './alert-row.ts';
import { closeAlerts, openAlertsOf } from './closing.ts';
import { type Rule, policyOf } from './narrowest.ts';

/** When something ends: many certificates at midnight, UTC, which is shown as a day without an instant. */
const endOf = ({ date, at }: Pick<Expiration, 'date' | 'at'>): number => Date.parse(at ?? date ?? '');

/** How long the certificates of these records last, by expiration. */
async function lifetimesOf(
  db: Db,
  ownerId: string,
  expirations: readonly Expiration[],
): Promise<Map<string, number>> {
  const certificates = expirations.filter(({ what, date }) => what === 'tls' && date !== null);
  if (certificates.length === 0) return new Map();
  const facts = await db
    .selectFrom('record_facts')
    .select(['recordId', 'subject', 'value'])
    .where('ownerId', '=', ownerId)
    .where('field', '=', 'notBefore')
    .where('recordId', 'in', [...new Set(certificates.map(({ recordId }) => recordId))])
    .execute();
  const begins = new Map(facts.map(({ recordId, subject, value }) => [`${recordId}.tls.${subject}`, value]));
  return new Map(
    certificates.flatMap(({ id, ...when }) => {
      const begin = Date.parse(String(JSON.parse(begins.get(id) ?? 'null')));
      return Number.isNaN(begin) ? [] : [[id, endOf(when) - begin] as const];
    }),
  );
}

/** The domains that are somebody else's by now; of these records, if some are given. */
export async function transferredDomains(
  db: Db,
  ownerId: string,
  recordIds?: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'TRANSFERRED')
    .$if(recordIds !== undefined, (query) => query.where('id', 'in', recordIds ?? []))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function findingOf(
  rules: readonly Rule[],
  expiration: Expiration & { date: string; daysLeft: number },
  lifetimeMs: number | null,
): Finding {
  const { what, area, recordId, name, label, date, at, daysLeft, renewal, tags } = expiration;
  const endsAt = endOf(expiration);
  return {
    ...{ kind: 'expiry', what, area, recordId, name, label, date, renewal, tags, change: null },
    endsAt: at === null ? null : endsAt,
    subject: alertSubject(expiration),
    day: date,
    deadline: { what, date, daysLeft, endsAt, lifetimeMs },
    policy: policyOf(rules, { what, area, recordId, tags }),
  };
}

export const keyOf = ({ subject, date }: Pick<AlertRow, 'subject' | 'date'>): string => `${date} ${subject}`;

/** Raises and advances the alerts about all dates of these records, and closes those about dates of before. */
export async function evaluateRecords(
  evaluation: Evaluation,
  rules: readonly Rule[],
  tables: Tables,
  recordIds: readonly string[],
): Promise<void> {
  const { db, owner } = evaluation;
  const transferred = await transferredDomains(db, owner.id, recordIds);
  const open = await openAlertsOf(evaluation, 'expiry', recordIds);
  const findings = new Map<string, Finding>();
  const { rows } = await allExpirations(db, owner, tables, { recordIds });
  for await (const expirations of rows) {
    const lifetimes = await lifetimesOf(db, owner.id, expirations);
    for (const expiration of expirations) {
      const { id, date, daysLeft, recordId } = expiration;
      if (date === null || daysLeft === null || transferred.has(recordId)) continue;
      const finding = findingOf(rules, { ...expiration, date, daysLeft }, lifetimes.get(id) ?? null);
      const key = keyOf(finding);
      if (!findings.has(key)) findings.set(key, finding);
    }
  }
  await advance(evaluation, [...findings.values()]);
  const subjects = new Set([...findings.values()].map(({ subject }) => subject));
  const former = open.filter((alert) => !findings.has(keyOf(alert))).map(({ id }) => id);
  await closeAlerts(evaluation, former.sort(), (row) => {
    // In another time zone, an alert may have moved along.
    if (findings.has(keyOf(row))) return null;
    if (row.recordId !== null && transferred.has(row.recordId)) return 'The domain was transferred';
    return subjects.has(row.subject) ? 'It has another date' : 'The date or its record is gone';
  });
}
