import * as calendars from '@quartermaster/contract/calendars/calendars.schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { implement, implementPublic } from '../../http/implement.ts';
import { notFound } from '../../lib/errors.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import type { Services } from '../../services.ts';
import { type Feed, feedOf } from './calendars.feed.ts';
import { createCalendar, listCalendars, removeCalendar } from './calendars.service.ts';

/** Whether the reader has the calendar as it is now. */
function isKnown({ etag }: Feed, { headers }: FastifyRequest): boolean {
  const known = headers['if-none-match'] ?? '';
  // Compressed on its way, the tag may have become a weak one.
  return known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

async function* textOf(feed: Feed, request: FastifyRequest, reply: FastifyReply) {
  if (isKnown(feed, request)) void reply.status(304);
  else {
    void reply.type(`${calendars.feed.download.type}; charset=utf-8`);
    for (const part of feed.parts) yield await Promise.resolve(part);
  }
}

export function calendarRoutes(services: Services): void {
  const { api, db, config } = services;
  implement(api, calendars.list, async ({ caller }) => ({ calendars: await listCalendars(db, caller) }));
  implement(api, calendars.create, async ({ caller, body }) => {
    const { calendar, token } = await createCalendar(db, caller, body);
    return { calendar, url: `${config.publicUrl}/calendar/${token}.ics` };
  });
  implement(api, calendars.remove, ({ caller, params }) => removeCalendar(db, caller, params.id));
  const wrong = new RateLimit('wrongCalendar');
  implementPublic(api, calendars.feed, async ({ params, request, reply }) => {
    void reply.header('cache-control', 'private').header('referrer-policy', 'no-referrer');
    const feed = await feedOf(services, params.token);
    if (!feed) {
      wrong.take(networkOf(request.ip));
      throw notFound('calendar');
    }
    void reply.header('etag', feed.etag);
    return textOf(feed, request, reply);
  });
}
