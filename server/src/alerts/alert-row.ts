import type { Area } from '@quartermaster/contract/api/areas';
import type { AlertKind, AlertState } from '@quartermaster/contract/alerts/alerts.routes';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { ExpirationKind } from '@quartermaster/contract/expirations/expirations.routes';
import { daysBetween } from '@quartermaster/contract/rules/calendar';
import { madeBy } from '../access/audit.ts';
import type { Schema } from '../db/schema.ts';
import { iso } from '../lib/clock.ts';
import type { Crossing, Standing } from './standing.ts';

export type AlertRow = Schema['alerts'];

/** Who did something, under the name that they had then. */
export interface Actor {
  id: string;
  name: string | null;
  email: string;
}

/** The day of an alert that has none. */
export const noDate = '';

export const standingOf = (row: AlertRow): Standing => ({
  state: row.state as Standing['state'],
  former: row.former as Standing['former'],
  crossings: JSON.parse(row.crossings) as Crossing[],
  isLate: row.isLate === 1,
  openSince: row.openSince,
  snoozedUntil: row.snoozedUntil,
  level: row.level,
  isAcknowledged: row.acknowledgedAt !== null,
});

/** The row once it stands so; `actor` acknowledged it, if it was not before. */
export function withStanding(row: AlertRow, standing: Standing, now: number, actor: Actor | null): AlertRow {
  const { isAcknowledged, isLate, crossings, ...rest } = standing;
  const isNew = isAcknowledged && row.acknowledgedAt === null;
  const by = isNew
    ? {
        acknowledgedAt: now,
        actorId: actor?.id ?? null,
        actorName: actor?.name ?? null,
        actorEmail: actor?.email ?? null,
      }
    : isAcknowledged
      ? {}
      : { acknowledgedAt: null, actorId: null, actorName: null, actorEmail: null };
  const { state } = standing;
  return {
    ...row,
    ...rest,
    ...by,
    isLate: Number(isLate),
    crossings: JSON.stringify(crossings),
    raisedAt: row.raisedAt ?? (state === 'WAITING' || state === 'CLOSED' ? null : now),
    closedAt: state === 'CLOSED' ? (row.closedAt ?? now) : null,
    nextAt: state === 'CLOSED' ? null : row.nextAt,
  };
}

/** What an answer and a message need to know beside the row. */
export interface Shown {
  /** The first day in the time zone of the workspace that has not passed. */
  today: string;
  publicUrl: string;
}

export function shownAlert(row: AlertRow, { today, publicUrl }: Shown): Alert {
  const { crossings } = standingOf(row);
  const date = row.date === noDate ? null : row.date;
  return {
    id: row.id,
    kind: row.kind as AlertKind,
    what: row.what as ExpirationKind | null,
    area: row.area as Area | null,
    recordId: row.recordId,
    name: row.name,
    date,
    daysLeft: date === null ? null : daysBetween(today, date),
    distance: crossings.at(-1)?.distance ?? null,
    state: row.state as AlertState,
    renewal: row.renewal as Alert['renewal'],
    raisedAt: iso(row.raisedAt ?? row.createdAt),
    crossings: crossings.map(({ at, quiet: _, ...crossing }) => ({ ...crossing, at: iso(at) })),
    acknowledgedBy:
      row.acknowledgedAt === null ? null : madeBy({ ...row, tokenId: null, tokenName: null }).actor,
    acknowledgedAt: row.acknowledgedAt === null ? null : iso(row.acknowledgedAt),
    snoozedUntil: row.snoozedUntil === null ? null : iso(row.snoozedUntil),
    level: row.level,
    url:
      row.area === null || row.recordId === null
        ? `${publicUrl}/alerts`
        : `${publicUrl}/${row.area}/${row.recordId}`,
    label: row.label,
    change: JSON.parse(row.change ?? 'null') as Alert['change'],
  };
}
