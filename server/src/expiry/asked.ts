import type { Area } from '@quartermaster/contract/api/areas';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import {
  type ExpirationKind,
  type ExpirationState,
  expirationKinds,
  expirationStates,
} from '@quartermaster/contract/expirations/expirations.routes';
import { addDays, dayAt } from '@quartermaster/contract/rules/calendar';
import type { Owner } from '../access/owner.ts';
import type { Db } from '../db/schema.ts';
import { alertSettingsOf } from './alert-settings.ts';
import { type Period, endOfMoment } from './dates/in-calendar.ts';
import { type RecordFilters, recordFiltersOf } from './dates/selected-records.ts';

/** The filters of a request. */
export interface ExpirationFilters extends RecordFilters {
  what?: string | undefined;
  /** One of the areas. */
  area?: string | undefined;
  recordId?: string | undefined;
  /** Those of these records; asked by the server itself. */
  recordIds?: readonly string[] | undefined;
  state?: string | undefined;
  within?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** 'true' or 'false' */
  hasDate?: string | undefined;
}

/** What was asked for, in the calendar of the workspace. */
export interface ExpirationRequest extends Period {
  /** How many days a password lasts; null: for ever. */
  passwordDays: number | null;
  /** Whether registrations are looked up at all. */
  looksAtRegistration: boolean;
  kinds: ReadonlySet<string>;
  states: ReadonlySet<string>;
  /** Whether what has a date is asked for. */
  dated: boolean;
  /** Whether what has none is; never in a range of days. */
  undated: boolean;
  filters: RecordFilters & Pick<ExpirationFilters, 'recordId' | 'recordIds'> & { area?: Area | undefined };
}

const setOf = (value: string | undefined, all: readonly string[]): ReadonlySet<string> =>
  new Set(value === undefined ? all : valuesAsked(value));

export async function askedOf(
  db: Db,
  owner: Owner,
  { what, state, within, from, to, area, recordId, recordIds, hasDate, ...filters }: ExpirationFilters,
  now: number,
): Promise<ExpirationRequest> {
  const { timeZone, passwordMaxAgeDays, look } = await alertSettingsOf(db, owner.id);
  const today = dayAt(now, timeZone);
  const end = (moment: string) => endOfMoment(moment, timeZone);
  const ends = [to, within === undefined ? undefined : addDays(today, within)].filter(
    (moment) => moment !== undefined,
  );
  const last = ends.sort((a, b) => end(a) - end(b))[0] ?? null;
  return {
    timeZone,
    passwordDays: passwordMaxAgeDays,
    looksAtRegistration: look.registration,
    today,
    kinds: setOf(what, expirationKinds satisfies readonly ExpirationKind[]),
    states: setOf(state, expirationStates satisfies readonly ExpirationState[]),
    from: from ?? null,
    to: last,
    dated: hasDate !== 'false',
    undated: hasDate !== 'true' && from === undefined && last === null,
    filters: { area: area as Area | undefined, recordId, recordIds, ...recordFiltersOf(filters) },
  };
}
