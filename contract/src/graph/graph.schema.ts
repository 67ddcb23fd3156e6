import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { area, recordName, relatedTo } from '../api/relations.ts';
import { id } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { graphRoutes } from './graph.routes.ts';

const node = recordName.extend({ area }).meta({ id: 'GraphNode' });
export type GraphNode = z.infer<typeof node>;

const edge = z
  .object({
    /** The record that refers to the other. */
    from: id,
    to: id,
    /** The field that holds the reference: 'serverId'. */
    field: z.string(),
  })
  .meta({ id: 'GraphEdge' });
export type GraphEdge = z.infer<typeof edge>;

export const graph = endpoint(graphRoutes.graph, {
  summary: 'Records and the references between them: all of them, or those connected with one',
  query: z.object({ of: relatedTo.optional() }),
  data: z.object({
    /** What others refer to comes first, so that a graph that is cut off lacks what depends on the rest. */
    nodes: z.array(node).max(limits.graph),
    edges: z.array(edge),
    /** How many records of each kind there are, with those that were cut off. */
    totals: z.array(z.object({ area, total: z.number() })),
  }),
});
export type Graph = z.infer<typeof graph.data>;

const heavy = node.extend({
  /** How many records refer to it, directly or through others. */
  dependents: z.number(),
});
export type Heavy = z.infer<typeof heavy>;

export const heaviest = endpoint(graphRoutes.heaviest, {
  summary: 'The records on which most others depend',
  data: z.object({ heaviest: z.array(heavy).max(limits.heaviest) }),
});
