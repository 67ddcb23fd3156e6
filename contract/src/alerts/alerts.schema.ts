import { z } from 'zod';
import { bulkActionResult, bulkFilter, selected } from '../api/bulk-actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { filterShape, listQuery, pagination, recordSelection } from '../api/query.ts';
import { idParams } from '../api/record-endpoints.ts';
import { area } from '../api/relations.ts';
import { id, optionalText, time } from '../api/values.ts';
import { madeBy } from '../audit/audit.schema.ts';
import { deliveryStates } from '../deliveries/deliveries.routes.ts';
import { factChange } from '../fact-changes/fact-changes.schema.ts';
import { expirationKinds } from '../expirations/expirations.routes.ts';
import { expiration } from '../expirations/expirations.schema.ts';
import { limits } from '../rules/limits.ts';
import { isMoment } from '../rules/moments.ts';
import {
  alertEvents,
  alertFilters,
  alertKinds,
  alertSorts,
  alertStates,
  alertsRoutes,
} from './alerts.routes.ts';

/** One for each date of something that expires, or for what else somebody has to know; as messages have it. */
export const alert = z.object({
  id,
  kind: z.enum(alertKinds),
  what: z.enum(expirationKinds).nullable(),
  /** null, like the record, if it is about the server itself. */
  area: area.nullable(),
  recordId: id.nullable(),
  name: z.string(),
  /** The calendar day, in the time zone of the workspace. */
  date: z.string().nullable(),
  daysLeft: z.number().nullable(),
  /** The nearest distance that was crossed, in days. */
  distance: z.number().nullable(),
  state: z.enum(alertStates),
  renewal: z.enum(['unconfirmed']).nullable(),
  raisedAt: time,
  crossings: z.array(z.object({ distance: z.number(), at: time, share: z.number().optional() })),
  acknowledgedBy: madeBy.actor,
  acknowledgedAt: time.nullable(),
  snoozedUntil: time.nullable(),
  /** How often it was escalated. */
  level: z.number(),
  /** Of the record, or of the page that tells more. */
  url: z.string(),
  /** Tells apart several of a record. */
  label: z.string().nullable(),
  /** What has changed. */
  change: factChange
    .pick({ field: true, subject: true, source: true, before: true, after: true, at: true })
    .meta({ id: 'AlertChange' })
    .nullable(),
});
export type Alert = z.infer<typeof alert>;

/** What lists add to what messages tell. */
export const listedAlert = alert
  .extend({
    /** The date was more than a day past when it was first seen: nobody was told. */
    wasPast: z.boolean(),
    /** What it is about, while that has this date. */
    expiration: expiration.nullable(),
    /** The newest 20 messages about it, of lists of many alerts only the latest; null without the permission to manage. */
    told: z
      .array(
        z.object({
          channelId: id.nullable(),
          userId: id.nullable(),
          /** null: the channel was deleted, or the person left. */
          name: z.string().nullable(),
          state: z.enum(deliveryStates),
          /** When it was sent. */
          at: time.nullable(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'Alert' });
export type ListedAlert = z.infer<typeof listedAlert>;

export const alertEvent = z
  .object({
    at: time,
    /** null: the server itself. */
    actor: madeBy.actor,
    event: z.enum(alertEvents),
    /** In words. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.infer<typeof alertEvent>;

const filters = { ...recordSelection, ...filterShape(alertFilters) };

export const list = endpoint(alertsRoutes.list, {
  summary: 'Alerts that are not closed, or in the states that are asked for, the most urgent first',
  query: z.object({ ...listQuery(alertSorts), ...filters }),
  data: z.object({ alerts: z.array(listedAlert), pagination }),
});
export const get = endpoint(alertsRoutes.get, {
  summary: 'An alert with what happened to it',
  params: idParams,
  data: z.object({
    alert: listedAlert.extend({ events: z.array(alertEvent) }).meta({ id: 'AlertWithEvents' }),
  }),
});
export const stats = endpoint(alertsRoutes.stats, {
  summary: 'How many alerts there are in each state',
  data: z.object({
    stats: z
      .object({
        open: z.number(),
        acknowledged: z.number(),
        snoozed: z.number(),
        /** Open ones whose date has passed. */
        overdue: z.number(),
        /** Open ones whose date was past when it was first seen; they are in `open` and `overdue`, too. */
        wasPast: z.number(),
      })
      .meta({ id: 'AlertStats' }),
  }),
});

const notAMoment = 'Until must be an instant (ISO 8601 with its time zone) or a day, YYYY-MM-DD';
const actions = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('acknowledge'), note: optionalText('Note', limits.reason) }),
    z.object({
      action: z.literal('snooze'),
      until: z
        .string({ error: notAMoment })
        .max(limits.date, { error: notAMoment, abort: true })
        .refine(isMoment, notAMoment),
    }),
    z.object({ action: z.literal('letExpire') }),
    z.object({ action: z.literal('reopen') }),
  ],
  { error: 'Action must be one of: acknowledge, snooze, letExpire, reopen' },
);
export type AlertAction = z.infer<typeof actions>;

export const bulkActions = endpoint(alertsRoutes.bulkActions, {
  summary: 'Acknowledge, snooze, mark as not renewing or reopen several alerts in one transaction',
  body: z.object({ records: selected(bulkFilter(filters)), do: actions }),
  data: bulkActionResult,
});
