import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Handle, type NodeProps, Position, type Node } from '@xyflow/react';
import clsx from 'clsx';
import { counted } from '../../records/count-text.ts';
import { entities } from '../../records/entities.ts';
import { capital } from '../../records/entity.ts';
import type { FoldedNode } from './fold.ts';
import { nodeSize } from './layout.ts';

export type PictureNode = Node<{ shown: FoldedNode; onOpen: (shown: FoldedNode) => void }, 'shown'>;

/** Two lines that say what a node stands for. */
export function nodeTexts(shown: FoldedNode): [name: string, below: string] {
  const [name, below] = plainTexts(shown);
  return [name, shown.isEndangered ? 'can be reset by it' : below];
}

function plainTexts(shown: FoldedNode): [name: string, below: string] {
  if (shown.is !== 'record') {
    const what = counted(entities[shown.area].entity, shown.count);
    return shown.is === 'rest' ? [`${what} more`, 'Open the list'] : [what, 'Open the group'];
  }
  const { area, name, detail } = shown.record;
  const told = area === 'domains' || detail === null ? [] : [detail];
  return [shownName(area, name) || '—', [capital(entities[area].entity.one), ...told].join(' · ')];
}

/** A record or a group, as a button that opens it. */
export function ShownNode({ data: { shown, onOpen } }: NodeProps<PictureNode>) {
  const { icon: Icon } = entities[shown.is === 'record' ? shown.record.area : shown.area];
  const [name, below] = nodeTexts(shown);
  const isCenter = shown.is === 'record' && shown.isCenter;
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <button
        type="button"
        data-node={shown.id}
        aria-expanded={shown.is === 'group' ? false : undefined}
        aria-current={isCenter || undefined}
        onClick={() => onOpen(shown)}
        style={nodeSize}
        className={clsx(
          'nodrag nopan pointer-events-auto flex items-center gap-2.5 rounded-lg border px-2.5 text-left shadow-card focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent',
          isCenter
            ? 'border-accent bg-accent-soft text-accent-text'
            : shown.isEndangered
              ? 'border-bad bg-bad-soft text-bad'
              : 'border-line bg-surface hover:border-control',
          shown.is !== 'record' && 'border-dashed',
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="min-w-0">
          <span className="block clipped text-sm font-medium">{name}</span>
          <span className={clsx('block clipped text-xs', !isCenter && !shown.isEndangered && 'text-ink-2')}>
            {below}
          </span>
        </span>
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </>
  );
}
