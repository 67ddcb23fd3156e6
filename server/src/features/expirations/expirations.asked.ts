import type { Area } from '@quartermaster/contract/api/areas';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import {
  type ExpirationKind,
  type ExpirationState,
  expirationKinds,
  expirationStates,
} from '@quartermaster/contract/expirations/expirations.routes';
import {
  type OffsetChange,
  addDays,
  dayAt,
  offsetsIn,
  startOfDay,
} from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type RawBuilder, sql } from 'kysely';
import { BoundedCache } from '../../lib/bounded-cache.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { alertSettingsOf } from '../../records/alert-settings.ts';
import type { Condition } from '../../records/list/conditions.ts';

/** The filters of a request. */
export interface ExpirationFilters {
  what?: string | undefined;
  area?: Area | string | undefined;
  recordId?: string | undefined;
  state?: string | undefined;
  within?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  registratorAccountId?: string | undefined;
  search?: string | undefined;
  tags?: string | undefined;
}

/** What was asked for, in the calendar of the workspace. */
export interface Asked {
  timeZone: string;
  /** How many days a password lasts; null: for ever. */
  passwordDays: number | null;
  today: string;
  kinds: ReadonlySet<string>;
  states: ReadonlySet<string>;
  /** The first and the last day; null: any. */
  from: string | null;
  to: string | null;
  /** Days are asked for, so that nothing without one is shown. */
  isRange: boolean;
  filters: Pick<ExpirationFilters, 'recordId' | 'registratorAccountId' | 'search' | 'tags'> & {
    area?: Area | undefined;
  };
}

const setOf = (value: string | undefined, all: readonly string[]): ReadonlySet<string> =>
  new Set(value === undefined ? all : valuesAsked(value));

export async function askedOf(
  db: Db,
  owner: Owner,
  { what, state, within, from, to, area, recordId, registratorAccountId, search, tags }: ExpirationFilters,
  now: number,
): Promise<Asked> {
  const { timeZone, passwordMaxAgeDays } = await alertSettingsOf(db, owner.id);
  const today = dayAt(now, timeZone);
  const ends = [to, within === undefined ? undefined : addDays(today, within)].filter(
    (day) => day !== undefined,
  );
  const last = ends.sort()[0] ?? null;
  return {
    timeZone,
    passwordDays: passwordMaxAgeDays,
    today,
    kinds: setOf(what, expirationKinds satisfies readonly ExpirationKind[]),
    states: setOf(state, expirationStates satisfies readonly ExpirationState[]),
    from: from ?? null,
    to: last,
    isRange: from !== undefined || last !== null,
    filters: { area: area as Area | undefined, recordId, registratorAccountId, search, tags },
  };
}

/** Of a column of instants, which are `later` by so many milliseconds: on days from the first to the last. */
export const instantsIn = (
  column: RawBuilder<unknown>,
  { from, to, timeZone }: Asked,
  later = 0,
): Condition[] => [
  ...(from === null ? [] : [sql<boolean>`${column} >= ${startOfDay(from, timeZone) - later}`]),
  ...(to === null ? [] : [sql<boolean>`${column} < ${startOfDay(addDays(to, 1), timeZone) - later}`]),
];

const offsets = new BoundedCache<OffsetChange[]>({ max: 1000 });
const yearsBack = 5;
const yearsAhead = 15;
const yearDays = 366;

/** The offsets of a time zone in the years that matter; the first and the last hold for all others. */
function offsetsAround(timeZone: string, today: string): OffsetChange[] {
  const year = today.slice(0, 4);
  const known = offsets.get(`${timeZone} ${year}`);
  if (known) return known;
  const start = Date.parse(`${year}-01-01`);
  const found = offsetsIn(
    timeZone,
    start - yearsBack * yearDays * dayMs,
    start + yearsAhead * yearDays * dayMs,
  );
  offsets.set(`${timeZone} ${year}`, found);
  return found;
}

/** What the clocks of the workspace show at an instant: comparable with whole days. */
export function wallClockOf(
  key: RawBuilder<unknown>,
  { timeZone, today }: Pick<Asked, 'timeZone' | 'today'>,
): RawBuilder<unknown> {
  const [first, ...later] = offsetsAround(timeZone, today).toReversed();
  if (!first) return key;
  const [{ offset: earliest } = first] = later.slice(-1);
  if (later.length === 0) return sql`(${key} + ${sql.lit(first.offset)})`;
  const each = [first, ...later.slice(0, -1)].map(
    ({ from, offset }) => sql`when ${key} >= ${sql.lit(from)} then ${sql.lit(offset)}`,
  );
  return sql`(${key} + case ${sql.join(each, sql` `)} else ${sql.lit(earliest)} end)`;
}
