import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { momentsQuery, pageQuery, pagination } from '../api/query.ts';
import { id, queryText, time } from '../api/values.ts';
import { madeBy } from '../audit/audit.schema.ts';
import { type WayOut, waysOut } from '../rules/secrets.ts';
import { secretViewsRoutes } from './secret-views.routes.ts';

const words = Object.keys(waysOut) as [WayOut, ...WayOut[]];

export const secretView = z
  .object({
    id,
    at: time,
    ...madeBy,
    area: z.enum(areas),
    /** null: several records. */
    recordId: z.string().nullable(),
    recordName: z.string().nullable(),
    /** null: every secret in the answer. */
    field: z.string().nullable(),
    via: z.enum(words),
    /** The number of records. */
    count: z.number(),
    reason: z.string().nullable(),
    /** What people call the field: 'password of root'. */
    fieldName: z.string().nullable(),
  })
  .meta({ id: 'SecretView' });
export type SecretView = z.infer<typeof secretView>;

export const list = endpoint(secretViewsRoutes.list, {
  summary: 'The secrets that left the server, newest first',
  query: z.object({
    ...pageQuery,
    actorId: queryText.optional(),
    area: z.enum(areas, { error: `Area must be one of: ${areas.join(', ')}` }).optional(),
    recordId: queryText.optional(),
    ...momentsQuery,
  }),
  data: z.object({ secretViews: z.array(secretView), pagination }),
});
