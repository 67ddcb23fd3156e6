import { graphlib, layout } from '@dagrejs/dagre';
import type { Picture } from './fold.ts';

export const nodeSize = { width: 208, height: 52 };

export interface Point {
  x: number;
  y: number;
}

/** The top left corner of each node: what is referred to is left of what refers to it. */
export function placed({ nodes, edges }: Picture): Map<string, Point> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 120, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
}
