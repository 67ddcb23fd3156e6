import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { inWorkspace } from '../../api/workspace.ts';
import type { Selection } from '../../list/bulk/use-selection.ts';
import { RefetchBar } from '../../list/table/refetch-bar.tsx';
import { SelectBox, SelectLoaded } from '../../list/table/select-box.tsx';
import type { PlainRows } from '../../list/table/use-plain-rows.ts';
import { valueNoun } from '../../records/looked-up/found-values.ts';
import { valueLines } from '../../records/looked-up/fact-words.ts';
import { sourceAndAge } from '../../records/looked-up/source.ts';
import { Button } from '../../ui/button.tsx';
import { Marked } from '../../ui/marked.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { mismatchLabels } from './mismatch-fields.tsx';

type Act = (row: Mismatch) => void;

interface RowsProps {
  /** Undefined while the first ones load. */
  rows: readonly Mismatch[] | undefined;
  plain: PlainRows;
  /** Undefined for those who may only read. */
  selection: Selection<Mismatch> | undefined;
  onOpen: Act;
  onTakeOver: Act;
  onIgnore: Act;
  isFetching: boolean;
  /** Shown when there are none. */
  empty: ReactNode;
}

const columns =
  'md:grid md:grid-cols-[1.5rem_minmax(12rem,1fr)_minmax(16rem,2fr)_13rem] md:items-center md:gap-x-4';

/** The differences: Recorded → Found, where that comes from, and what can be done. */
export function MismatchRows(props: RowsProps) {
  const { rows, selection, isFetching, empty } = props;
  const { frame, box, onFocus } = props.plain;
  const isUnderBar = (selection?.count ?? 0) > 0;
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
          aria-label="Differences"
          tabIndex={0}
          onFocus={onFocus}
          data-list-rows
          className={clsx(
            isUnderBar && 'scroll-pb-24 pb-22',
            'min-h-0 overflow-auto scroll-pt-9 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible print:pb-0',
          )}
        >
          <div
            className={`sticky top-0 z-20 h-9 border-b border-line bg-sunken px-3 text-sm font-medium text-ink-2 max-md:hidden ${columns}`}
          >
            {selection ? <SelectLoaded selection={selection} /> : <span />}
            <span>Domain</span>
            <span>Recorded → Found</span>
          </div>
          <ul
            aria-label="Differences"
            aria-busy={!rows}
            className={`divide-y divide-line ${rows ? '' : 'pulse'}`}
          >
            {!rows && waiting.map((place) => <Waiting key={place} />)}
            {rows?.map((row) => (
              <Row key={row.id} row={row} {...props} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const waiting = Array.from({ length: 8 }, (_, place) => place);

const Waiting = () => (
  <li aria-hidden className={`grid h-12 gap-2 px-3 py-2 ${columns}`}>
    <span />
    <Skeleton className="h-4 w-2/3" />
    <Skeleton className="h-4 w-1/2" />
  </li>
);

const shownValue = (value: string): string => valueLines(value).join(' ');

function Row({ row, selection, onOpen, onTakeOver, onIgnore }: RowsProps & { row: Mismatch }) {
  const { id, area, recordId, name, field, recorded, found, source, observedAt, why, canTakeOver, state } =
    row;
  const what = `${shownName(area, name)}, ${mismatchLabels[field]}`;
  const use = `Use ${valueNoun([field])}`;
  return (
    <li
      data-row={id}
      data-selected={selection?.has(id) || undefined}
      tabIndex={-1}
      className={`grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-3 py-2 text-sm outline-none hover:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)] data-selected:bg-accent-soft ${columns}`}
    >
      {selection ? (
        <div className="self-start md:self-center print:hidden">
          <SelectBox
            label={`Select ${what}`}
            checked={selection.has(id)}
            onToggle={(isRange) => selection.toggle(row, isRange)}
          />
        </div>
      ) : (
        <span />
      )}
      <span className="stacked min-w-0">
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
        <span className="text-xs text-ink-2">{mismatchLabels[field]}</span>
      </span>
      <span className="grid min-w-0 wrap-anywhere max-md:col-start-2">
        <span>
          <span className="text-ink-2">{recorded === null ? 'Nothing' : shownValue(recorded)}</span>
          {' → '}
          <span className="font-medium">{shownValue(found)}</span>
        </span>
        <span className="text-xs text-ink-2">
          {sourceAndAge(source, observedAt)} · {why}
        </span>
      </span>
      {selection && (
        <span className="no-print flex justify-end gap-1 max-md:col-start-2">
          {canTakeOver && (
            <Button aria-label={`${use}: ${what}`} onClick={() => onTakeOver(row)}>
              {use}
            </Button>
          )}
          <Button
            variant="ghost"
            aria-label={`${state === 'ignored' ? 'Do not ignore' : 'Ignore'}: ${what}`}
            onClick={() => onIgnore(row)}
          >
            {state === 'ignored' ? 'Do not ignore' : 'Ignore'}
          </Button>
        </span>
      )}
    </li>
  );
}
