import { setImmediate } from 'node:timers/promises';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Db } from '../db/schema.ts';
import { alertSubject } from '../expiry/alert-ids.ts';
import { allExpirations } from '../expiry/pages.ts';
import type { Tables } from '../records/list/record-table.ts';
import { type Changing, type Finding, type Pass, advance, changing } from './advance.ts';
import type { AlertRow } from './alert-row.ts';
import { closeAlerts, openAlerts } from './closing.ts';
import { crossed } from './distances.ts';
import { type Rule, policyOf } from './narrowest.ts';

/** So many changed alerts are written at once: those that are told of together, as many of them are one message. */
const writtenAtOnce = { quiet: 1000, told: limits.bulkRows };

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
    .selectFrom('facts')
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

/** The domains that are somebody else's by now. */
export async function transferredDomains(db: Db, ownerId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'TRANSFERRED')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function findingOf(
  { now }: Pass,
  rules: readonly Rule[],
  expiration: Expiration & { date: string; daysLeft: number },
  lifetimeMs: number | null,
): Finding {
  const { what, area, recordId, name, label, date, at, daysLeft, renewal, tags } = expiration;
  const endsAt = endOf(expiration);
  const policy = policyOf(rules, { what, area, recordId, tags });
  return {
    ...{ kind: 'expiry', what, area, recordId, name, label, date, renewal, daysLeft, tags, policy },
    endsAt: at === null ? null : endsAt,
    subject: alertSubject(expiration),
    day: date,
    distance: policy && crossed(policy, { what, daysLeft, endsAt, lifetimeMs }, now),
  };
}

export const keyOf = ({ subject, date }: Pick<AlertRow, 'subject' | 'date'>): string => `${date} ${subject}`;

/** Raises and advances the alerts of all that expires in a workspace, and closes those of other dates. */
export async function crossExpiries(pass: Pass, rules: readonly Rule[], tables: Tables): Promise<void> {
  const { db, owner, signal } = pass;
  const open = await openAlerts(pass, ['expiry']);
  const transferred = await transferredDomains(db, owner.id);
  /** The dates that are shown, and what they are of. */
  const dates = new Map<string, string>();
  const waiting: Changing = { quiet: [], told: [] };
  const write = async (which: keyof Changing, atLeast: number) => {
    if (waiting[which].length < atLeast) return;
    await advance(pass, waiting[which]);
    waiting[which] = [];
  };
  const { rows } = await allExpirations(db, owner, tables, {});
  for await (const expirations of rows) {
    signal.throwIfAborted();
    const lifetimes = await lifetimesOf(db, owner.id, expirations);
    const found = new Map<string, Finding>();
    for (const expiration of expirations) {
      const { date, daysLeft, recordId } = expiration;
      if (date === null || daysLeft === null || transferred.has(recordId)) continue;
      const finding = findingOf(
        pass,
        rules,
        { ...expiration, date, daysLeft },
        lifetimes.get(expiration.id) ?? null,
      );
      const key = keyOf(finding);
      if (!dates.has(key)) found.set(key, finding);
      dates.set(key, finding.subject);
    }
    const { quiet, told } = await changing(pass, [...found.values()]);
    waiting.quiet.push(...quiet);
    waiting.told.push(...told);
    await write('quiet', writtenAtOnce.quiet);
    await write('told', writtenAtOnce.told);
    await setImmediate(); // Let other requests run.
  }
  await write('quiet', 1);
  await write('told', 1);
  const subjects = new Set(dates.values());
  await closeAlerts(pass, open, (row) => {
    if (dates.has(keyOf(row))) return null;
    if (row.recordId !== null && transferred.has(row.recordId)) return 'The domain was transferred';
    return subjects.has(row.subject) ? 'It has another date' : 'The date or its record is gone';
  });
}
