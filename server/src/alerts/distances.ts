import type { ExpirationKind } from '@quartermaster/contract/expirations/expirations.routes';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';

/** A distance before (or after) the end, in days; `share` is the percentage of the lifetime that it is. */
export interface Distance {
  distance: number;
  share?: number;
}

/** Something with a date, as the rules see it. */
export interface Deadline {
  what: ExpirationKind;
  /** Its day, in the time zone of the workspace. */
  date: string;
  /** Calendar days. */
  daysLeft: number;
  /** The instant at which it ends; of a whole day its beginning, UTC. */
  endsAt: number;
  /** How long it lasts altogether, of a TLS certificate whose beginning is known. */
  lifetimeMs: number | null;
}

/** TLS certificates that last no longer have shares of their lifetime for distances. */
const shortLifetimeMs = 200 * dayMs;
const leastShareMs = dayMs / 2;
const forAll: readonly number[] = [0, -1];

interface Bound extends Distance {
  /** The remaining time that is near enough, whatever the calendar says. */
  remainingMs: number | null;
}

const ofDays = (distance: number): Bound => ({ distance, remainingMs: null });

/** To two decimals. */
const inDays = (ms: number): number => Math.round((ms / dayMs) * 100) / 100;

function ofShare(share: number, lifetimeMs: number): Bound {
  const remainingMs = Math.max((lifetimeMs * share) / 100, leastShareMs);
  return { distance: inDays(remainingMs), share, remainingMs };
}

/** The distances at which alerts are raised. */
export function boundsOf(
  { distances, shares }: { distances: readonly number[]; shares: readonly number[] },
  { what, lifetimeMs }: Pick<Deadline, 'what' | 'lifetimeMs'>,
): Bound[] {
  if (what !== 'tls' || lifetimeMs === null || lifetimeMs > shortLifetimeMs) return distances.map(ofDays);
  const always = distances.filter((distance) => forAll.includes(distance)).map(ofDays);
  return [...shares.map((share) => ofShare(share, lifetimeMs)), ...always];
}

type Reminders = Parameters<typeof boundsOf>[0];

/** The most urgent distance that has been crossed; null: none. */
export function crossed(rule: Reminders, dated: Omit<Deadline, 'date'>, now: number): Distance | null {
  const { daysLeft, endsAt } = dated;
  const isCrossed = ({ distance, remainingMs }: Bound) =>
    daysLeft <= distance || (remainingMs !== null && endsAt - now <= remainingMs);
  const [nearest] = boundsOf(rule, dated)
    .filter(isCrossed)
    .sort((a, b) => a.distance - b.distance);
  if (!nearest) return null;
  const { distance, share } = nearest;
  return share === undefined ? { distance } : { distance, share };
}

/** The instant at which the clock crosses the next distance that is nearer than this one; null: there is none. */
export function nextCrossing(
  rule: Reminders,
  dated: Omit<Deadline, 'daysLeft'>,
  nearest: number,
  startOfDay: (day: string) => number,
): number | null {
  const instants = boundsOf(rule, dated)
    .filter(({ distance }) => distance < nearest)
    .map(({ distance, remainingMs }) => {
      const byCalendar = startOfDay(addDays(dated.date, -Math.floor(distance)));
      return remainingMs === null ? byCalendar : Math.min(byCalendar, dated.endsAt - remainingMs);
    });
  return instants.length === 0 ? null : Math.min(...instants);
}
