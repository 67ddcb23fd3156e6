import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, limits, tag } from './fields.ts';

/** How many refusals an answer tells one by one. */
export const refusalsAtMost = 100;

/** What a bulk action did: one transaction, in which a record that refuses it stops no other. */
export const bulkActionResult = z
  .object({
    /** Records that the action changed or deleted. */
    changed: z.number(),
    /** Records that were as wanted already. */
    unchanged: z.number(),
    refused: z.number(),
    refusals: z.array(z.object({ id, name: z.string(), message: z.string() })).max(refusalsAtMost),
  })
  .meta({ id: 'BulkActionResult' });
export type BulkActionResult = z.infer<typeof bulkActionResult>;

export const deleteAction = z.object({ action: z.literal('delete') });
/** Of every kind that has tags. */
export const tagActions = [
  z.object({ action: z.literal('addTag'), tag }),
  z.object({ action: z.literal('removeTag'), tag: tag.pick({ type: true, value: true }) }),
] as const;

/**
 * Either the records themselves, or all that a list's filters match; `actions` are those that the kind knows.
 * An id that is not the person's own is refused like one that does not exist.
 */
export function bulkActionEndpoint<F extends z.ZodType, A extends z.ZodType>(
  path: string,
  nouns: string,
  filter: F,
  actions: A,
) {
  return endpoint({
    method: 'POST',
    path: `${path}/bulk-actions`,
    summary: `Change or delete several ${nouns} in one transaction`,
    body: z.object({
      records: z.union([
        z.object({ ids: z.array(z.string()).min(1).max(limits.bulkRows) }),
        z.object({ filter }),
      ]),
      do: actions,
    }),
    data: bulkActionResult,
  });
}
