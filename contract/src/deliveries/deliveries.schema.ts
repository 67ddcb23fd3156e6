import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { filterShape, pageQuery, pagination, queryIds } from '../api/query.ts';
import { id, time } from '../api/values.ts';
import { deliveriesRoutes, deliveryEvents, deliveryFilters, deliveryStates } from './deliveries.routes.ts';

/** A message to one channel or person. */
export const delivery = z
  .object({
    id,
    /** The same on every attempt: `webhook-id`, and part of a mail's Message-ID. */
    key: z.string(),
    event: z.enum(deliveryEvents),
    /** null: a list of many alerts, or a digest. */
    alertId: id.nullable(),
    channelId: id.nullable(),
    userId: id.nullable(),
    subject: z.string(),
    distance: z.number().nullable(),
    /** Given up: refused for 14 days. Dropped: not wanted any more, for the reason of its last attempt. */
    state: z.enum(deliveryStates),
    /** The latest attempts, oldest first, with the status that was answered. */
    attempts: z.array(z.object({ at: time, status: z.number().nullable(), message: z.string() })),
    nextAt: time.nullable(),
    sentAt: time.nullable(),
    /** The alerts that it tells; of a list only those that were asked for by `alertId`. */
    alertIds: z.array(id),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

const sendingData = z.object({
  /** Since when nothing is sent; null: everything is. */
  pausedAt: time.nullable(),
});

export const list = endpoint(deliveriesRoutes.list, {
  summary: 'What is sent of alerts, newest first',
  query: z.object({
    ...pageQuery,
    ...filterShape(deliveryFilters),
    alertId: queryIds
      .meta({ description: 'Comma-separated ids of alerts: the messages that tell any of them.' })
      .optional(),
  }),
  data: z.object({ deliveries: z.array(delivery), pagination }),
});
export const retry = endpoint(deliveriesRoutes.retry, {
  summary: 'Send a message at once that waits or was given up',
  params: z.object({ id: z.string() }),
  data: z.object({ delivery }),
});
export const sending = endpoint(deliveriesRoutes.sending, {
  summary: 'Whether sending is paused, as it is after a restored backup',
  data: sendingData,
});
export const resume = endpoint(deliveriesRoutes.resume, {
  summary: 'Resume sending',
  data: sendingData,
});

const acknowledged = z.object({
  alert: z.object({
    name: z.string(),
    what: z.string().nullable(),
    date: z.string().nullable(),
    state: z.string(),
  }),
});
const token = z.object({ token: z.string() });

export const acknowledgeable = endpoint(deliveriesRoutes.acknowledgeable, {
  summary: 'The alert of a link in a message; changes nothing',
  params: token,
  data: acknowledged,
});
export const acknowledge = endpoint(deliveriesRoutes.acknowledge, {
  summary: 'Acknowledge the alert of a link in a message',
  params: token,
  data: acknowledged,
});
