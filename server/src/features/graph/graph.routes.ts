import { graph, heaviest } from '@quartermaster/contract/graph/graph.schema';
import { implement } from '../../http/implement.ts';
import { graphOf, heaviestOf } from './graph.service.ts';
import type { Services } from '../../services.ts';

export function graphRoutes({ api, db }: Services): void {
  implement(api, graph, ({ caller: { owner }, query }) => graphOf(db, owner, query.of));
  implement(api, heaviest, async ({ caller: { owner } }) => ({ heaviest: await heaviestOf(db, owner) }));
}
