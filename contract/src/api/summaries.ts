import { z } from 'zod';

/** The number of records for each value, most first. `key` is the value for a filter, `label` its text. */
export const group = z
  .object({ key: z.string(), label: z.string(), count: z.number() })
  .meta({ id: 'Group' });
export const groups = z.array(group);
export type Group = z.infer<typeof group>;

export const tagsByType = z.array(
  z.object({ type: z.string(), values: z.array(z.object({ value: z.string(), count: z.number() })) }),
);

/**
 * For each filter that takes several values: the values in use, counted under all other filters. Tags are counted under
 * all filters.
 */
export const facets = z.object({
  facets: z.array(
    z.object({ field: z.string(), values: z.array(group.extend({ detail: z.string().nullable() })) }),
  ),
  tagsByType,
});
export type Facets = z.infer<typeof facets>;

/** The tags in use, for suggestions. */
export const availableTags = z.array(z.object({ type: z.string(), values: z.array(z.string()) }));
export type AvailableTags = z.infer<typeof availableTags>;
