import type { AlertEventName, AlertState } from '@quartermaster/contract/alerts/alerts.routes';
import type { Distance } from './distances.ts';
import type { Escalation } from './narrowest.ts';
import { dayMs } from '@quartermaster/contract/rules/expiry';

export interface Crossing extends Distance {
  at: number;
  /** Crossed while nobody wanted to hear of it. */
  quiet?: true;
}

/** How an alert stands. WAITING: something whose date was seen, and of which no distance was crossed yet. */
export interface Standing {
  state: AlertState | 'WAITING';
  /** Its state before it was closed. */
  former: AlertState | 'WAITING' | null;
  /** The nearest last. */
  crossings: readonly Crossing[];
  /** The date was more than a day past when it was first seen: nobody is told. */
  isLate: boolean;
  /** Since when it is open. */
  openSince: number | null;
  snoozedUntil: number | null;
  level: number;
  isAcknowledged: boolean;
}

export interface Step {
  standing: Standing;
  event: { name: AlertEventName; detail?: string } | null;
  /** The message that it brings about. */
  tells: 'crossed' | 'raised' | 'escalated' | null;
}

export const unseen = (isLate: boolean): Standing => ({
  state: 'WAITING',
  former: null,
  crossings: [],
  isLate,
  openSince: null,
  snoozedUntil: null,
  level: 0,
  isAcknowledged: false,
});

export const nearestOf = (crossings: readonly Crossing[]): number =>
  Math.min(Infinity, ...crossings.map(({ distance }) => distance));

const opened = (standing: Standing, now: number): Standing => ({
  ...standing,
  state: 'OPEN',
  openSince: standing.state === 'OPEN' ? standing.openSince : now,
  snoozedUntil: null,
  isAcknowledged: false,
});

/** What a look at the most urgent crossed distance changes; null: nothing. */
export function look(before: Standing, distance: Distance | null, now: number): Step | null {
  const { state, crossings, isLate } = before;
  if (state === 'CLOSED' || !distance || distance.distance >= nearestOf(crossings)) return null;
  const isQuiet = state === 'SNOOZED' || state === 'LET_EXPIRE';
  const crossing: Crossing = { ...distance, at: now, ...(isQuiet && { quiet: true as const }) };
  const standing = { ...before, crossings: [...crossings, crossing] };
  if (isQuiet) return { standing, event: { name: 'crossed' }, tells: null };
  return {
    standing: opened(standing, now),
    event: { name: state === 'WAITING' ? 'raised' : 'crossed' },
    tells: isLate ? null : 'crossed',
  };
}

/** The end of a snooze; with a message if a nearer distance was crossed meanwhile. */
export function wake(before: Standing, now: number): Step | null {
  const { state, snoozedUntil, crossings, isLate } = before;
  if (state !== 'SNOOZED' || snoozedUntil === null || now < snoozedUntil) return null;
  const isNearer = crossings.some(({ quiet }) => quiet);
  return {
    standing: { ...opened(before, now), crossings: settled(crossings) },
    event: { name: 'woken' },
    tells: isNearer && !isLate ? 'crossed' : null,
  };
}

const settled = (crossings: readonly Crossing[]): Crossing[] =>
  crossings.map(({ quiet: _, ...rest }) => rest);

/** The next level, once it was open for long enough. */
export function escalate(
  before: Standing,
  escalation: readonly Escalation[],
  now: number,
): (Step & { to: Escalation }) | null {
  const { state, openSince, level, isLate } = before;
  const to = escalation[level];
  if (state !== 'OPEN' || openSince === null || isLate || !to) return null;
  if (now < openSince + to.afterDays * dayMs) return null;
  return {
    standing: { ...before, level: level + 1 },
    event: { name: 'escalated', detail: `Level ${level + 1}` },
    tells: 'escalated',
    to,
  };
}

/** When a snooze ends or the next level is due; null: neither will be. */
export function nextStep(
  { state, snoozedUntil, openSince, level, isLate }: Standing,
  escalation: readonly Escalation[],
): number | null {
  if (state === 'SNOOZED') return snoozedUntil;
  const to = escalation[level];
  return state === 'OPEN' && openSince !== null && !isLate && to ? openSince + to.afterDays * dayMs : null;
}

/** What it is about is gone, or has another date. */
export function close(before: Standing, reason: string): Step | null {
  if (before.state === 'CLOSED') return null;
  const standing = { ...before, state: 'CLOSED' as const, former: before.state };
  return { standing, event: { name: 'closed', detail: reason }, tells: null };
}

/** The same date is back: it stands as before, and nothing that was told is repeated. */
export function revive(before: Standing, now: number): Step | null {
  const { state, former } = before;
  if (state !== 'CLOSED') return null;
  const standing = { ...before, state: former ?? 'OPEN', former: null, openSince: now };
  return {
    standing,
    event: former === 'WAITING' ? null : { name: 'reopened', detail: 'The date is back' },
    tells: null,
  };
}

/** Raises an alert that has no date. */
export const raise = (now: number): Step => ({
  standing: opened(unseen(false), now),
  event: { name: 'raised' },
  tells: 'raised',
});

export type Command =
  | { action: 'acknowledge' }
  /** Its date was renewed, and the registry is yet to say so. */
  | { action: 'renew' }
  | { action: 'snooze'; until: number }
  | { action: 'letExpire' }
  | { action: 'reopen' };

/** What people do; 'unchanged', or why it can't be done in words. */
export function command(
  before: Standing,
  does: Command,
  now: number,
): Step | 'unchanged' | { refusal: string } {
  const { state } = before;
  if (state === 'CLOSED' || state === 'WAITING') return { refusal: 'This alert is closed' };
  switch (does.action) {
    case 'acknowledge':
      if (state === 'ACKNOWLEDGED') return 'unchanged';
      if (state !== 'OPEN') return { refusal: 'Only an open alert can be acknowledged' };
      return acknowledged(before);
    case 'renew':
      return acknowledged(before);
    case 'snooze':
      if (state === 'SNOOZED' && before.snoozedUntil === does.until) return 'unchanged';
      return {
        standing: quieted(before, { state: 'SNOOZED', snoozedUntil: does.until }),
        event: { name: 'snoozed' },
        tells: null,
      };
    case 'letExpire':
      if (state === 'LET_EXPIRE') return 'unchanged';
      return {
        standing: quieted(before, { state: 'LET_EXPIRE', snoozedUntil: null }),
        event: { name: 'let-expire' },
        tells: null,
      };
    case 'reopen':
      if (state === 'OPEN') return 'unchanged';
      return {
        standing: { ...opened(before, now), crossings: settled(before.crossings) },
        event: { name: 'reopened' },
        tells: null,
      };
  }
}

const acknowledged = (before: Standing): Step => ({
  standing: {
    ...before,
    state: 'ACKNOWLEDGED',
    openSince: null,
    snoozedUntil: null,
    isAcknowledged: true,
  },
  event: { name: 'acknowledged' },
  tells: null,
});

const quieted = (before: Standing, next: Pick<Standing, 'state' | 'snoozedUntil'>): Standing => ({
  ...before,
  ...next,
  openSince: null,
  isAcknowledged: false,
});
