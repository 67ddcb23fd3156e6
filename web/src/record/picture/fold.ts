import type { Area } from '@quartermaster/contract/api/areas';
import type { Graph, GraphNode } from '@quartermaster/contract/graph/graph.schema';

/** Larger groups are folded into one node. */
export const foldAbove = 6;
/** How many records of an opened group are shown; the list has the others. */
export const shownAtOnce = 30;

/** A node of the picture: a record, or several of one kind. */
export type FoldedNode =
  | { id: string; is: 'record'; record: GraphNode; isCenter: boolean; isEndangered: boolean }
  | {
      id: string;
      /** `rest`: those of an opened group that are not shown. */
      is: 'group' | 'rest';
      area: Area;
      count: number;
      isEndangered: boolean;
    };

export interface Edge {
  id: string;
  /** The node that is referred to. */
  source: string;
  /** The node that refers to it. */
  target: string;
  field: string;
}

export interface Picture {
  nodes: FoldedNode[];
  edges: Edge[];
}

interface Folding {
  /** The record that the picture is of. */
  center?: string | undefined;
  /** Groups that are opened. */
  open: ReadonlySet<Area>;
  /** Records that are shown apart from their group. */
  apart?: ReadonlySet<string>;
}

/** Whoever has a mailbox can reset the password of the accounts that sign in with it. */
const resets = 'emailAccountId';

/** What is shown of a graph while some of its groups are folded. */
export function fold({ nodes, edges, totals }: Graph, { center, open, apart = new Set() }: Folding): Picture {
  const endangered = new Set(
    edges.filter(({ to, field }) => field === resets && to === center).map(({ from }) => from),
  );
  const shown: FoldedNode[] = [];
  /** The node in which each record is shown. */
  const placeOf = new Map<string, string>();
  const showRecord = (record: GraphNode) => {
    const { id } = record;
    shown.push({ id, is: 'record', record, isCenter: id === center, isEndangered: endangered.has(id) });
    placeOf.set(id, id);
  };
  const showGroup = (is: 'group' | 'rest', area: Area, records: readonly GraphNode[], count: number) => {
    const id = `${is} ${area}`;
    shown.push({ id, is, area, count, isEndangered: records.some((each) => endangered.has(each.id)) });
    for (const record of records) placeOf.set(record.id, id);
  };
  for (const [area, all] of Map.groupBy(nodes, (node) => node.area)) {
    const isApart = ({ id }: GraphNode) => id === center || apart.has(id);
    const records = all.filter((node) => !isApart(node));
    all.filter(isApart).forEach(showRecord);
    const total = totals.find((each) => each.area === area)?.total ?? all.length;
    const count = total - all.length + records.length;
    if (count > foldAbove && !open.has(area)) {
      showGroup('group', area, records, count);
      continue;
    }
    records.slice(0, shownAtOnce).forEach(showRecord);
    const rest = records.slice(shownAtOnce);
    if (count > shownAtOnce) showGroup('rest', area, rest, count - Math.min(records.length, shownAtOnce));
  }
  const drawn = edges.flatMap(({ from, to, field }): Edge[] => {
    const [source, target] = [placeOf.get(to), placeOf.get(from)];
    return source && target ? [{ id: `${source} ${target} ${field}`, source, target, field }] : [];
  });
  return { nodes: shown, edges: [...new Map(drawn.map((edge) => [edge.id, edge])).values()] };
}
