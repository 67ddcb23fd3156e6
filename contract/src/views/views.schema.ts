import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, identity, requiredText } from '../api/values.ts';
import { isStorable } from '../rules/formats.ts';
import { limits } from '../rules/limits.ts';
import { viewsRoutes } from './views.routes.ts';

const area = z.enum(areas, { error: `Area must be one of: ${areas.join(', ')}` });

/** A named list: the query string of its address, with filters, search and order. */
export const view = z
  .object({ ...identity, id, area: z.enum(areas), name: z.string(), query: z.string() })
  .meta({ id: 'View' });
export type View = z.infer<typeof view>;

const fields = z.object({
  area,
  name: requiredText('Name', limits.name),
  query: z
    .string({ error: 'Query must be text' })
    .max(limits.filter, `Query must be less than ${limits.filter} characters`)
    .refine(isStorable, "Query contains characters that can't be stored"),
});
const params = z.object({ id: z.string() });
const one = z.object({ view });

export const list = endpoint(viewsRoutes.list, {
  summary: 'Your saved views of this workspace, by name',
  data: z.object({ views: z.array(view) }),
});
export const create = endpoint(viewsRoutes.create, {
  summary: 'Save a view',
  body: fields,
  data: one,
  status: 201,
});
export const update = endpoint(viewsRoutes.update, {
  summary: 'Change the fields that are sent of a view',
  params,
  body: fields.partial(),
  data: one,
});
export const remove = endpoint(viewsRoutes.remove, {
  summary: 'Delete a view',
  params,
  data: z.object({ id }),
});
