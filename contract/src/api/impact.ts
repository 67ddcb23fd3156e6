import { z } from 'zod';
import { area } from './relations.ts';
import { id } from './values.ts';

const record = { id, area, name: z.string() };

export const impactNode = z
  .object({
    ...record,
    /** `usedBy`: would miss one of the roots; `uses`: what the roots themselves need. */
    direction: z.enum(['uses', 'usedBy']),
    /** `requires`: cannot exist without it; `uses`: would be detached. The strongest of all paths, each as weak as its weakest reference. */
    strength: z.enum(['requires', 'uses']),
    /** Whoever controls a mailbox among the roots can take it over. */
    canReset: z.boolean(),
    /** The number of references on the shortest path of that strength. */
    depth: z.number(),
    /** The record before it on that path; null for a root. */
    via: z.object(record).nullable(),
    /** The paths of its secrets that are set. */
    secretFields: z.array(z.string()),
  })
  .meta({ id: 'ImpactNode' });
export type ImpactNode = z.infer<typeof impactNode>;

export const impact = z
  .object({
    roots: z.array(z.object(record)),
    /** Nearest first. */
    nodes: z.array(impactNode),
    /** Of all nodes, whether or not they are listed. */
    counts: z.array(
      z.object({
        area,
        direction: z.enum(['uses', 'usedBy']),
        requires: z.number(),
        uses: z.number(),
        canReset: z.number(),
      }),
    ),
    /** Whether there are more nodes than are listed. */
    truncated: z.boolean(),
  })
  .meta({ id: 'Impact' });
export type Impact = z.infer<typeof impact>;
