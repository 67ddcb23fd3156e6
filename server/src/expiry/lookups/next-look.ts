import type { CheckState } from '@quartermaster/contract/lookups/lookups.routes';
import { addDays, dayAt, dayOfDate } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { shownDate } from '@quartermaster/contract/rules/shown-date';
import type { Db, Schema } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { isAmong } from '../../records/table/conditions.ts';
import { type LookedUpRecord, type Subject } from './subjects.ts';

export const weekMs = 7 * dayMs;
const nearDays = 60;
/** The part of a wait by which looks are spread; it only brings them forward. */
const spread = 1 / 7;

const firstBackoffMs = 60_000;
/** So many failures more count where it took long to get no answer: the first wait is eight minutes. */
const silenceCounts = 3;

/** When to try again after so many failures before this one: a minute, doubling to a day, spread by a fifth. */
export function retryAt(failures: number, now: number, wasSilent: boolean): number {
  const counted = failures + (wasSilent ? silenceCounts : 0);
  const wait = firstBackoffMs * 2 ** Math.min(counted, 12) * (0.8 + Math.random() * 0.4);
  return Math.round(now + Math.min(wait, dayMs));
}

type DateFact = Pick<Schema['facts'], 'field' | 'source' | 'subject' | 'value'>;

/** The facts that tell when something ends for these records, a few hundred at most. */
export const dateFacts = (
  db: Db,
  ownerId: string,
  records: readonly LookedUpRecord[],
): Promise<DateFact[]> => {
  const subjects = records.flatMap((record) => record.subjects);
  return db
    .selectFrom('facts')
    .select(['field', 'source', 'subject', 'value'])
    .where('ownerId', '=', ownerId)
    .where(
      isAmong(db, 'subject', valuesOf(db, [['text', [...new Set(subjects.map(({ subject }) => subject))]]])),
    )
    .where('field', 'in', ['expirationDate', 'statuses', 'notAfter'])
    .execute();
};

/** When it ends for a record: its certificate, or its registration; null: unknown. */
function endOf(
  { kind, subject }: Subject,
  { subjects, typed }: LookedUpRecord,
  facts: readonly DateFact[],
): number | null {
  if (kind === 'tls') {
    const found = facts.find((fact) => fact.field === 'notAfter' && fact.subject === subject);
    return found ? Date.parse(JSON.parse(found.value) as string) : null;
  }
  const registration = subjects.find((each) => each.kind === 'registration')?.subject;
  const own = facts.filter((fact) => fact.subject === registration);
  const valueOf = (field: string, source: string): unknown => {
    const found = own.find((fact) => fact.field === field && fact.source === source);
    return found ? JSON.parse(found.value) : null;
  };
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
export const nextLook = (state: CheckState, wait: number, now: number): number =>
  state === 'unregistered' ? now + dayMs : spreadOut(wait, now);

export const spreadOut = (wait: number, now: number): number =>
  Math.round(now + wait * (1 - Math.random() * spread));
