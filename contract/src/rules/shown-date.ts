import type { ExpirationState } from '../expirations/expirations.routes.ts';
import { type CheckState, factSources } from '../lookups/lookups.routes.ts';
import { dayOfDate } from './calendar.ts';

/** Instants here are milliseconds since 1970, UTC. */

type RegistrySource = 'rdap' | 'whois';

/** What a registry says of when a registration ends. */
export interface RegistryDate {
  source: RegistrySource;
  date: number;
  statuses: readonly string[];
}

/** EPP writes autoRenewPeriod, in WHOIS with a link after it; RDAP auto renew period. */
const autoRenewPeriod = 'autorenewperiod';

/** Whether the registry renewed by itself, and the registrar may still give the domain back. */
export const isUnconfirmed = ({ statuses }: Pick<RegistryDate, 'statuses'>): boolean =>
  statuses.some((status) =>
    status
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .startsWith(autoRenewPeriod),
  );

/** The date of the first source in order that knows one. */
export const preferred = <T extends { source: string }>(dates: readonly T[]): T | null =>
  factSources.flatMap((source) => dates.filter((date) => date.source === source))[0] ?? null;

/** A year earlier; the 28th for the 29th of February. */
function yearBefore(date: number): number {
  const before = new Date(date);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  if (before.getUTCDate() !== new Date(date).getUTCDate()) before.setUTCDate(0);
  return before.getTime();
}

/** What was known of a domain before it was looked up again. */
export interface KnownBefore {
  state: ExpirationState;
  /** The last date of the registry that was no unconfirmed renewal. */
  confirmed: number | null;
}

interface Known {
  typed: number | null;
  found: readonly RegistryDate[];
  /** The state of the last look-up; null: there is nothing to look up. */
  check: CheckState | null;
  before: KnownBefore | null;
}

export interface ShownDate extends KnownBefore {
  date: number | null;
  source: RegistrySource | 'typed' | null;
  renewal: 'unconfirmed' | null;
}

/** A failed look-up leaves what is known as it is. */
function stateOf(check: CheckState | null, hasDate: boolean, before: KnownBefore | null): ExpirationState {
  const known = before?.state === 'unpublished' || before?.state === 'unregistered' ? before.state : null;
  const answered = check === 'failing' ? known : check;
  if (answered === 'unpublished' || answered === 'unregistered') return answered;
  if (hasDate) return 'dated';
  return check === 'never' ? 'unchecked' : 'unknown';
}

/**
 * The date that is shown of a domain. While the registry's renewal is not confirmed, the date before it stays: the last one
 * that the registry gave, else the typed one, else a year less.
 */
export function shownDate({ typed, found, check, before }: Known): ShownDate {
  const registry = preferred(found);
  const confirmed = before?.confirmed ?? null;
  if (!registry) {
    const state = stateOf(check, typed !== null, before);
    return { date: typed, source: typed === null ? null : 'typed', renewal: null, state, confirmed };
  }
  const state = stateOf(check, true, before) === 'unregistered' ? 'unregistered' : 'dated';
  const { date, source } = registry;
  if (!isUnconfirmed(registry)) return { date, source, renewal: null, state, confirmed: date };
  const [earlier, from] =
    confirmed !== null || typed === null
      ? ([confirmed ?? yearBefore(date), source] as const)
      : ([typed, 'typed'] as const);
  return { date: earlier, source: from, renewal: 'unconfirmed', state, confirmed };
}

/** Whether two dates are different calendar days in a time zone. */
export const isOtherDay = (one: number | null, other: number | null, timeZone: string): boolean =>
  (one === null ? null : dayOfDate(one, timeZone)) !== (other === null ? null : dayOfDate(other, timeZone));

/** Whether a registry's date is a later day than the typed one, or there is none. */
export const isLaterDay = (registry: number, typed: number | null, timeZone: string): boolean =>
  typed === null || dayOfDate(registry, timeZone) > dayOfDate(typed, timeZone);
