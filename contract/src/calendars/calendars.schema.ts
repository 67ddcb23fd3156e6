import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { filterShape, queryTags, queryTagsAny } from '../api/query.ts';
import { idParams } from '../api/record-endpoints.ts';
import { id, requiredText, time } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { calendarFilters, calendarsRoutes } from './calendars.routes.ts';

/** An address from which calendar programs read what expires. */
export const calendar = z
  .object({
    id,
    name: z.string(),
    /** Filters as in the list of all that expires; null: no filter. */
    what: z.string().nullable(),
    tags: z.string().nullable(),
    registratorAccountId: z.string().nullable(),
    createdAt: time,
    lastReadAt: time.nullable(),
    tagsAny: z.string().nullable(),
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof calendar>;

/** A filter as in a query, or its values as a list. */
const filter = <S extends z.ZodType>(rule: S) =>
  z.preprocess((value) => (Array.isArray(value) ? value.join(',') : value), rule);
const { what, registratorAccountId } = filterShape(calendarFilters);

export const list = endpoint(calendarsRoutes.list, {
  summary: 'The addresses of your calendars in the workspace, newest first',
  data: z.object({ calendars: z.array(calendar) }),
});
export const create = endpoint(calendarsRoutes.create, {
  summary: 'Make an address of a calendar with what the filters select; it is answered only here',
  body: z.object({
    name: requiredText('Name', limits.name),
    what: filter(what.nullable()),
    tags: filter(queryTags.nullish()),
    tagsAny: filter(queryTagsAny.nullish()),
    registratorAccountId: filter(registratorAccountId.nullable()),
  }),
  data: z.object({ calendar, url: z.string() }),
  status: 201,
});
export const remove = endpoint(calendarsRoutes.remove, {
  summary: 'Remove the address of a calendar, which ends it',
  params: idParams,
  data: z.object({ id }),
});

export const feed = {
  ...endpoint(calendarsRoutes.feed, {
    summary: `What expires as all-day events: the next ${limits.calendarEvents} dates, and past ones if there are fewer`,
    params: z.object({ token: z.string() }),
  }),
  download: calendarsRoutes.feed.download,
};
