import type { Area } from '@quartermaster/contract/api/areas';
import type { Graph } from '@quartermaster/contract/graph/graph.schema';
import { useRouter } from '@tanstack/react-router';
import { MarkerType, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { ChevronsDownUp, Image, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { filterSearch, relatedSearch } from '../../records/record-address.ts';
import { entities } from '../../records/entities.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toaster.tsx';
import { usePlace } from '../place.ts';
import { type Edge, type FoldedNode, fold } from './fold.ts';
import { nodeSize, placed } from './layout.ts';
import { type PictureNode, ShownNode } from './node.tsx';
import { drawn } from './png.ts';
import { edgeWords } from './words.ts';

export interface PictureProps {
  graph: Graph;
  /** The record that the picture is of. */
  center?: { area: Area; id: string };
  /** Records that are shown apart from their group. */
  apart?: ReadonlySet<string>;
  /** The name of the file that it is saved as. */
  name: string;
}

/** Records and what connects them: what is referred to is on the left. */
export function PictureOf(props: PictureProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

const nodeTypes = { shown: ShownNode };
const noGroups: ReadonlySet<Area> = new Set();
/** A node of half its size is still large enough to be clicked. */
const fit = { padding: 0.12, maxZoom: 1, minZoom: 0.5 };
const whole = { ...fit, minZoom: 0.05 };

function Canvas({ graph, center, apart, name }: PictureProps) {
  const [open, setOpen] = useState(noGroups);
  const root = useRef<HTMLDivElement>(null);
  const flow = useReactFlow<PictureNode>();
  const picture = useMemo(
    () => fold(graph, { center: center?.id, open, ...(apart && { apart }) }),
    [graph, center?.id, open, apart],
  );
  const places = useMemo(() => placed(picture), [picture]);
  // Placing the nodes and drawing them together would take longer than a frame may.
  const openGroup = (area: Area) => startTransition(() => setOpen((before) => new Set([...before, area])));
  const onOpen = useOpening(center, openGroup);
  const nodes = useMemo(
    () =>
      picture.nodes.map((shown): PictureNode => ({
        id: shown.id,
        type: 'shown',
        position: places.get(shown.id) ?? { x: 0, y: 0 },
        data: { shown, onOpen },
        ...nodeSize,
      })),
    [picture, places, onOpen],
  );
  const edges = useMemo(() => picture.edges.map(drawnEdge), [picture]);
  useEffect(() => {
    void flow.fitView(fit);
  }, [flow, nodes]);
  const save = async () => {
    try {
      saveFile(`${name}.png`, await drawn(picture, places));
    } catch {
      toast({ title: 'Failed to save the picture', type: 'error' });
    }
  };
  return (
    <div
      ref={root}
      role="region"
      aria-label="Picture"
      onKeyDown={(event) => walk(event, root.current, picture.edges, flow)}
      className="h-[max(24rem,calc(100dvh-22rem))] overflow-hidden rounded-lg border border-line bg-canvas print:h-[16cm]"
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        minZoom={0.05}
        maxZoom={2}
        fitView
        fitViewOptions={fit}
        proOptions={{ hideAttribution: true }}
      >
        <Panel
          position="top-right"
          className="no-print m-2! flex items-center gap-1 rounded-md bg-surface p-1 shadow-card"
        >
          {open.size > 0 && (
            <Button icon={ChevronsDownUp} variant="ghost" className="h-7" onClick={() => setOpen(noGroups)}>
              Fold groups
            </Button>
          )}
          <IconButton label="Zoom in" icon={ZoomIn} onClick={() => void flow.zoomIn()} />
          <IconButton label="Zoom out" icon={ZoomOut} onClick={() => void flow.zoomOut()} />
          <IconButton label="Show all of it" icon={Maximize} onClick={() => void flow.fitView(whole)} />
          <IconButton label="Save as PNG" icon={Image} onClick={() => void save()} />
        </Panel>
      </ReactFlow>
    </div>
  );
}

/** Opens a record, the list of what is left of a group, or a group. */
function useOpening(
  center: PictureProps['center'],
  onGroup: (area: Area) => void,
): (shown: FoldedNode) => void {
  const router = useRouter();
  const place = usePlace();
  const latest = useRef({ center, onGroup, place });
  useEffect(() => {
    latest.current = { center, onGroup, place };
  });
  return useCallback(
    (shown) => {
      const now = latest.current;
      if (shown.is === 'group') return now.onGroup(shown.area);
      if (shown.is === 'record')
        return void router.navigate(now.place.to(shown.record.area, shown.record.id) as never);
      const { entity } = entities[shown.area];
      const search = now.center
        ? relatedSearch(shown.area, `${now.center.area}:${now.center.id}`)
        : filterSearch(entity, {});
      return void router.navigate({ to: entity.path, search } as never);
    },
    [router],
  );
}

const drawnEdge = ({ id, source, target, field }: Edge) => ({
  id,
  source,
  target,
  label: edgeWords(field),
  // It points to what is referred to.
  markerStart: { type: MarkerType.ArrowClosed, color: 'var(--color-control)', orient: 'auto-start-reverse' },
  style: { stroke: 'var(--color-control)' },
  labelStyle: { fill: 'var(--color-ink-2)', fontSize: 11 },
  labelBgStyle: { fill: 'var(--color-canvas)' },
  labelBgPadding: [4, 1] as [number, number],
});

const nodeAt = (root: HTMLElement | null, id: string | undefined) =>
  root?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id ?? '')}"]`);

/** Arrow keys lead along the edges, and up and down among those on the same side of a node. */
function walk(
  event: KeyboardEvent,
  root: HTMLElement | null,
  edges: readonly Edge[],
  flow: ReturnType<typeof useReactFlow<PictureNode>>,
): void {
  const here = event.target instanceof HTMLElement ? event.target.dataset['node'] : undefined;
  if (here === undefined) return;
  const next = neighbour(event.key, here, edges, flow.getNodes());
  if (next === undefined) return;
  event.preventDefault();
  nodeAt(root, next)?.focus({ preventScroll: true });
  const node = flow.getNode(next);
  if (node)
    void flow.setCenter(node.position.x + nodeSize.width / 2, node.position.y + nodeSize.height / 2, {
      zoom: flow.getZoom(),
    });
}

/** The nearest node in the direction of an arrow key. */
function neighbour(
  key: string,
  here: string,
  edges: readonly Edge[],
  nodes: readonly PictureNode[],
): string | undefined {
  const at = nodes.find(({ id }) => id === here)?.position;
  if (!at) return undefined;
  const nearest = (found: readonly PictureNode[]) =>
    found.toSorted((one, other) => Math.abs(one.position.y - at.y) - Math.abs(other.position.y - at.y))[0]
      ?.id;
  const named = (ids: readonly string[]) => nodes.filter(({ id }) => ids.includes(id));
  if (key === 'ArrowLeft')
    return nearest(named(edges.filter(({ target }) => target === here).map(({ source }) => source)));
  if (key === 'ArrowRight')
    return nearest(named(edges.filter(({ source }) => source === here).map(({ target }) => target)));
  const column = nodes.filter(({ position }) => Math.abs(position.x - at.x) < nodeSize.width);
  if (key === 'ArrowDown') return nearest(column.filter(({ position }) => position.y > at.y));
  if (key === 'ArrowUp') return nearest(column.filter(({ position }) => position.y < at.y));
  return undefined;
}
