import { areas } from '../api/areas.ts';
import type { FilterKinds } from '../api/filters.ts';
import { route } from '../api/route.ts';
import { type ExpirationKind, expirationKinds } from '../expirations/expirations.routes.ts';

/** What alerts are about; an open list. */
export const alertKinds = [
  'expiry',
  'registration-lost',
  'registry-silent',
  'channel-failing',
  'messages-waiting',
  'job-stuck',
  'fact-changed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertStates = ['OPEN', 'ACKNOWLEDGED', 'SNOOZED', 'LET_EXPIRE', 'CLOSED'] as const;
export type AlertState = (typeof alertStates)[number];

/** What is listed unless states are asked for. */
export const notClosed: readonly AlertState[] = alertStates.filter((state) => state !== 'CLOSED');

/** What happened to an alert; an open list. */
export const alertEvents = [
  'raised',
  'crossed',
  'escalated',
  'acknowledged',
  'snoozed',
  'woken',
  'let-expire',
  'reopened',
  'closed',
] as const;
export type AlertEventName = (typeof alertEvents)[number];

export const alertFilters = {
  /** Without it all that is not closed. */
  state: { anyOf: alertStates },
  kind: { anyOf: alertKinds },
  what: { anyOf: expirationKinds satisfies readonly ExpirationKind[] },
  area: areas as [string, ...string[]],
  recordId: 'text',
  wasPast: 'flag',
  /** Whether the registry renewed and the registrar has not confirmed it. */
  unconfirmed: 'flag',
  registratorAccountId: 'any',
  /** A channel or a person, by id: what they were told of. */
  told: 'text',
} satisfies FilterKinds;

/** By urgency: the date, or the day on which it was raised. */
export const alertSorts = ['urgency', 'date', 'name', 'what', 'state', 'raisedAt'] as const;
export type AlertSort = (typeof alertSorts)[number];

export const alertsRoutes = {
  list: route('GET', '/alerts', 'read'),
  stats: route('GET', '/alerts/stats', 'read'),
  bulkActions: route('POST', '/alerts/bulk-actions', 'write'),
  get: route('GET', '/alerts/{id}', 'read'),
};
