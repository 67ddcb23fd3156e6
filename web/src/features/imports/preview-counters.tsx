import type { Import, NoteKind, RowKind } from '@quartermaster/contract/imports/imports.schema';
import clsx from 'clsx';
import { formatNumber } from '../../ui/format.ts';
import { toneClass } from '../../ui/tone.ts';
import { rowKindTexts } from './row-kinds.ts';

/** Which rows the preview shows. */
export interface RowFilter {
  /** Comma-joined. */
  kind?: string;
  note?: NoteKind;
}

const kinds = ['create', 'update', 'same', 'skip', 'error'] as const satisfies readonly RowKind[];
const changed = 'create,update';
const ready = 'create,update,same';

interface CountersProps {
  shown: Pick<Import, 'counts' | 'notes'>;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
}

/** How many rows are of each kind; each shows only these. */
export function PreviewCounters({ shown: { counts, notes }, filter, onFilter }: CountersProps) {
  const dropped = notes?.dropped ?? 0;
  const toggle = (wanted: RowFilter) => () =>
    onFilter(filter.kind === wanted.kind && filter.note === wanted.note ? {} : wanted);
  const counter = (kind: string, label: string, count: number | undefined, tone?: RowKind) => (
    <button
      key={kind}
      type="button"
      aria-pressed={filter.kind === kind}
      onClick={toggle({ kind })}
      className={cardClass}
    >
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
        {tone && (
          <span
            aria-hidden
            className={clsx('size-2 shrink-0 rounded-full max-md:hidden', toneClass[rowKindTexts[tone].tone])}
          >
            <span className="block size-full rounded-full bg-current" />
          </span>
        )}
        <span className="min-w-0 clipped">{label}</span>
      </span>
      <span className="text-lg leading-5 font-semibold">
        {count === undefined ? '—' : formatNumber(count)}
      </span>
    </button>
  );
  return (
    <div
      role="group"
      aria-label="Rows shown"
      className="grid grid-cols-3 gap-1.5 md:flex md:flex-wrap md:gap-2"
    >
      {counts && counts.same > 0 && counter(changed, 'Only changes', counts.create + counts.update)}
      <div className={clsx('flex min-w-0 *:flex-1', dropped > 0 && 'max-md:col-span-2')}>
        {counter(ready, 'Ready', counts ? counts.create + counts.update + counts.same : undefined)}
        {dropped > 0 && (
          <button
            type="button"
            aria-pressed={filter.note === 'dropped'}
            onClick={toggle({ note: 'dropped' })}
            className={clsx(cardClass, '-ml-px content-end text-xs whitespace-nowrap text-warn')}
          >
            ({formatNumber(dropped)} without a cell)
          </button>
        )}
      </div>
      {kinds.map((kind) => counter(kind, rowKindTexts[kind].label, counts?.[kind], kind))}
    </div>
  );
}

const cardClass =
  'grid min-h-12 min-w-0 gap-0.5 rounded-lg border border-line bg-surface px-1.5 py-1.5 text-left shadow-card hover:border-control aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent md:min-w-28 md:px-3';
