import type { CheckState } from '@quartermaster/contract/lookups/lookups.routes';
import { addDays, dayAt, dayOfDate } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { shownDate } from '@quartermaster/contract/rules/shown-date';
import type { Db, Schema } from '../../db/schema.ts';
import type { LookedUpRecord, Subject } from './subjects.ts';

export const weekMs = 7 * dayMs;
const nearDays = 60;
/** The part of a wait by which looks are spread; it only brings them forward. */
const spread = 1 / 7;

const firstBackoffMs = 60_000;

/** When to try again after so many failures before this one: a minute, doubling to a day, spread by a fifth. */
export function retryAt(failures: number, now: number): number {
  const wait = firstBackoffMs * 2 ** Math.min(failures, 12) * (0.8 + Math.random() * 0.4);
  return Math.round(now + Math.min(wait, dayMs));
}

type DateFact = Pick<Schema['facts'], 'recordId' | 'field' | 'source' | 'subject' | 'value'>;

/** The facts that tell when something ends. */
export const dateFacts = (db: Db, ownerId: string, recordIds: readonly string[]): Promise<DateFact[]> =>
  db
    .selectFrom('facts')
    .select(['recordId', 'field', 'source', 'subject', 'value'])
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', recordIds)
    .where('field', 'in', ['expirationDate', 'statuses', 'notAfter'])
    .execute();

/** When it ends for a record: its certificate, or its registration; null: unknown. */
function endOf(
  { kind, subject }: Subject,
  { id, typed }: LookedUpRecord,
  facts: readonly DateFact[],
): number | null {
  const own = facts.filter(({ recordId }) => recordId === id);
  const valueOf = (field: string, source: string): unknown => {
    const found = own.find((fact) => fact.field === field && fact.source === source);
    return found ? JSON.parse(found.value) : null;
  };
  if (kind === 'tls') {
    const found = own.find((fact) => fact.field === 'notAfter' && fact.subject === subject);
    return found ? Date.parse(JSON.parse(found.value) as string) : null;
  }
  const found = (['rdap', 'whois'] as const).flatMap((source) => {
    const date = valueOf('expirationDate', source);
    const statuses = (valueOf('statuses', source) ?? []) as string[];
    return date === null ? [] : [{ source, date: Date.parse(date as string), statuses }];
  });
  return shownDate({ typed, found, check: 'ok', before: null }).date;
}

/** The time, and the zone in which days are counted. */
interface Moment {
  now: number;
  timeZone: string;
}

/** How long until the next look: a day where a date is near, past or unknown, else a week. */
export function waitOf(
  of: Subject,
  records: readonly LookedUpRecord[],
  facts: readonly DateFact[],
  { now, timeZone }: Moment,
): number {
  const lastNear = addDays(dayAt(now, timeZone), nearDays);
  const isNear = records.some((record) => {
    const end = endOf(of, record, facts);
    return end === null || dayOfDate(end, timeZone) <= lastNear;
  });
  return isNear ? dayMs : weekMs;
}

/** When to look again after an answer. That a name is gone is asked again after a day: said twice, it is an alert. */
export const nextLook = (
  of: Subject,
  state: CheckState,
  records: readonly LookedUpRecord[],
  facts: readonly DateFact[],
  at: Moment,
): number => (state === 'unregistered' ? at.now + dayMs : spreadOut(waitOf(of, records, facts, at), at.now));

export const spreadOut = (wait: number, now: number): number =>
  Math.round(now + wait * (1 - Math.random() * spread));
