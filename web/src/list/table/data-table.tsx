import { shownName } from '@quartermaster/contract/rules/domain-name';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import { type ReactNode, useCallback, useRef } from 'react';
import { useMayWrite } from '../../api/rights.ts';
import { PaperContext } from '../../ui/tag-chip.tsx';
import { MarkedWords } from '../../ui/marked.tsx';
import { formatNumber } from '../../ui/format.ts';
import { RefetchBar } from './refetch-bar.tsx';
import { TableRows } from './table-rows.tsx';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { useStableCallback } from './use-stable-callback.ts';
import { areaOfEntity } from '../../records/entities.ts';
import { capital, type Identified, type Versioned } from '../../records/entity.ts';
import { useListing } from '../../records/neighbours.ts';
import { deferred } from '../../ui/deferred.tsx';
import type { RowsProps } from './table-props.ts';
import { usePrinting } from '../use-printing.ts';
import type { RecordPage } from '../use-record-page.ts';
import { useRowClicks } from './use-row-clicks.ts';

// Phones load only the cards, other screens only the table.
const CardRows = deferred(async () => ({ default: (await import('./card-rows.tsx')).CardRows })) as <
  T extends Identified,
>(
  props: RowsProps<T>,
) => ReactNode;

interface DataTableProps<T extends Versioned> extends Pick<RowsProps<T>, 'card' | 'empty'> {
  page: RecordPage<T>;
  /** The record's name in 'Edit x'; by default what others show for it. Must keep its identity across renders. */
  name?: (row: T) => string;
  /** Replaces the delete dialog; for a locked record it explains why it can't be deleted. */
  onDelete?: (row: T) => void;
}

/** The rows of a list: a table, or cards on a narrow screen. */
export function DataTable<T extends Versioned>({
  page,
  name,
  onDelete = page.remove.ask,
  ...rest
}: DataTableProps<T>) {
  const { entity, list, columns, selection, state, isLocked } = page;
  const ownName = useCallback(
    (row: T) => shownName(areaOfEntity(entity), recordNameOf(entity, row).name),
    [entity],
  );
  const isTable = useMedia(tableMedia);
  const isPaper = usePrinting();
  const mayWrite = useMayWrite(entity);
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const onOpen = useStableCallback(({ id }: T) => state.openRecord(areaOfEntity(entity), id));
  const onEdit = useStableCallback(({ id }: T) => state.openForm(id));
  const askDelete = useStableCallback(onDelete);
  const onSelect = useStableCallback((row: T, isRange: boolean) =>
    isLocked?.(row) ? onDelete(row) : selection.toggle(row, isRange),
  );
  const onRelations = useStableCallback(({ id }: T) =>
    state.openRecord(areaOfEntity(entity), id, 'connections'),
  );
  const clicks = useRowClicks(entity, state.openRecord);
  useListing(entity, list.rows);
  const Rows: (props: RowsProps<T>) => ReactNode = isTable ? TableRows : CardRows;
  return (
    <div
      ref={frame}
      {...clicks}
      className="relative isolate flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      {list.isFetching && !list.isLoading && <RefetchBar />}
      <MarkedWords search={state.search}>
        <PaperContext value={isPaper}>
          <Rows
            {...rest}
            entity={entity}
            name={name ?? ownName}
            isLocked={isLocked}
            label={capital(entity.many)}
            list={list}
            columns={columns}
            sort={state.sort}
            onSort={state.sortOn}
            selection={selection}
            frame={frame}
            entrance={page.entrance}
            box={box}
            onOpen={onOpen}
            onEdit={mayWrite ? onEdit : undefined}
            onDelete={mayWrite ? askDelete : undefined}
            onSelect={onSelect}
            onRelations={onRelations}
          />
        </PaperContext>
      </MarkedWords>
      {list.total !== undefined && list.rows.length < list.total && (
        <p className="hidden p-3 text-sm print:block">
          {formatNumber(list.rows.length)} of {formatNumber(list.total)} rows
        </p>
      )}
    </div>
  );
}

/** What a list shows instead of rows; loaded when there are none. */
export const EmptyList = deferred(() => import('./no-rows.tsx'));
