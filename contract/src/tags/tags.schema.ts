import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { queryText } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { tagsRoutes } from './tags.routes.ts';

/** How many records, for each kind that has any. */
const counts = z.array(z.object({ area: z.enum(areas), count: z.number() }));

export const usedTag = z
  .object({
    type: z.string(),
    value: z.string(),
    /** Its color on the newest record that carries it. */
    color: z.string().nullable(),
    counts,
  })
  .meta({ id: 'UsedTag' });
export type UsedTag = z.infer<typeof usedTag>;

export const list = endpoint(tagsRoutes.list, {
  summary: `The tags in use with the number of records of each kind, by type and value; of each kind the ${limits.tagsListed} most used`,
  data: z.object({ tags: z.array(usedTag) }),
});

export const reach = endpoint(tagsRoutes.reach, {
  summary: 'How many records of each kind carry at least one of these tags, as a scope would show them',
  query: z.object({
    tags: queryText
      .min(1, 'Tags are required')
      .max(limits.filter, `Tags must be less than ${limits.filter} characters`)
      .meta({ description: 'Comma-joined type:value, as in a list’s filter' }),
  }),
  data: z.object({ counts }),
});
