import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import type { ReactNode } from 'react';
import { inWorkspace } from '../../api/workspace.ts';
import { RefetchBar } from '../../list/table/refetch-bar.tsx';
import type { PlainRows } from '../../list/table/use-plain-rows.ts';
import { BeforeAfter } from '../../records/looked-up/before-after.tsx';
import { fieldLabels } from '../../records/looked-up/fact-words.ts';
import { sourceLabels } from '../../records/looked-up/source.ts';
import { formatDateTime } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface RowsProps {
  /** Undefined while the first ones load. */
  rows: readonly FactChange[] | undefined;
  plain: PlainRows;
  onOpen: (row: FactChange) => void;
  isFetching: boolean;
  /** Shown when there are none. */
  empty: ReactNode;
}

const columns =
  'md:grid md:grid-cols-[11rem_minmax(10rem,1fr)_8rem_minmax(14rem,2fr)_6.5rem] md:items-center md:gap-x-4';

/** The changes as rows of a table, or as cards on a narrow screen. */
export function ChangeRows({ rows, plain: { frame, box, onFocus }, onOpen, isFetching, empty }: RowsProps) {
  return (
    <div
      ref={frame}
      className="relative isolate flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      {isFetching && rows && <RefetchBar />}
      {rows?.length === 0 ? (
        empty
      ) : (
        <div
          ref={box}
          role="region"
          aria-label="Changes"
          tabIndex={0}
          onFocus={onFocus}
          data-list-rows
          className="min-h-0 overflow-auto scroll-pt-9 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible"
        >
          <div role="table" aria-label="Changes" aria-busy={!rows} className={rows ? '' : 'pulse'}>
            <div
              role="row"
              className={`sticky top-0 z-20 h-9 border-b border-line bg-sunken px-3 text-sm font-medium text-ink-2 max-md:sr-only ${columns}`}
            >
              {['When', 'Name', 'What', 'Before → After', 'Source'].map((header) => (
                <span key={header} role="columnheader">
                  {header}
                </span>
              ))}
            </div>
            <div role="rowgroup" className="divide-y divide-line">
              {!rows && waiting.map((place) => <Waiting key={place} />)}
              {rows?.map((row) => (
                <Row key={row.id} row={row} onOpen={onOpen} />
              ))}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

const waiting = Array.from({ length: 8 }, (_, place) => place);

const Waiting = () => (
  <div aria-hidden className={`grid h-11 gap-2 px-3 py-2 ${columns}`}>
    <Skeleton className="h-4 w-2/3" />
    <Skeleton className="h-4 w-1/2" />
  </div>
);

function Row({ row, onOpen }: Pick<RowsProps, 'onOpen'> & { row: FactChange }) {
  const { id, at, area, recordId, name, field, subject, source, before, after } = row;
  return (
    <div
      role="row"
      data-row={id}
      tabIndex={-1}
      className={`grid min-h-11 gap-y-0.5 px-3 py-2 text-sm outline-none hover:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)] ${columns}`}
    >
      <span role="cell" className="text-ink-2 max-md:order-last max-md:text-xs">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
      <span role="rowheader" className="stacked min-w-0">
        <a
          href={inWorkspace(`/${area}/${recordId}?tab=facts`)}
          className="clipped font-medium hover:underline"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(row);
          }}
        >
          <Marked>{shownName(area, name)}</Marked>
        </a>
        {subject !== name && (
          <span className="clipped text-xs text-ink-2">
            <Marked>{shownDomain(subject)}</Marked>
          </span>
        )}
      </span>
      <span role="cell">{fieldLabels[field]}</span>
      <span role="cell" className="min-w-0 wrap-anywhere">
        <BeforeAfter before={before} after={after} />
      </span>
      <span role="cell" className="text-ink-2 max-md:text-xs">
        {sourceLabels[source]}
      </span>
    </div>
  );
}
