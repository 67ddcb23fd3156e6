import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { searchQuery } from '../api/query.ts';
import { area } from '../api/relations.ts';
import { id, queryText, repeatKey, time } from '../api/values.ts';
import { madeBy } from '../audit/audit.schema.ts';
import { cursor, undone } from '../history/history.schema.ts';
import { limits } from '../rules/limits.ts';
import { trashRoutes } from './trash.routes.ts';

export const deletedRecord = z
  .object({
    id,
    area,
    name: z.string(),
    deletedAt: time,
    actor: madeBy.actor,
    batchId: z.string().nullable(),
    /** The records that referred to it, and no longer do; the first of them. */
    detached: z.array(z.object({ area, id, name: z.string() })),
    token: madeBy.token,
    /** How many records that were. */
    detachedCount: z.number(),
  })
  .meta({ id: 'DeletedRecord' });
export type DeletedRecord = z.infer<typeof deletedRecord>;

export const list = endpoint(trashRoutes.list, {
  summary: 'The deleted records, the last first; an editor sees those that they deleted',
  query: z.object({
    area: area.optional(),
    actorId: queryText.optional(),
    search: searchQuery.optional(),
    cursor,
  }),
  data: z.object({ records: z.array(deletedRecord), next: z.string().nullable() }),
});

const ids = z
  .array(
    z.string({ error: 'Ids must be text' }).max(limits.id, `An id has at most ${limits.id} characters`),
    { error: 'Ids must be a list' },
  )
  .min(1, 'Select at least one record')
  .max(limits.trashIds, `Maximum ${limits.trashIds} records allowed`);

export const restore = endpoint(trashRoutes.restore, {
  summary: 'Restore deleted records, with the references to them that are still empty',
  body: z.object({ ids, key: repeatKey.optional() }),
  data: undone,
  accepts: true,
  ownLimit: true,
});

export const empty = endpoint(trashRoutes.empty, {
  summary: 'Forget the values of deleted records for good: all of them, or these',
  body: z.object({ ids: ids.optional() }),
  data: z.object({ emptied: z.number() }),
});
