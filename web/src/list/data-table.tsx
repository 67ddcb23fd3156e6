import { useRef } from 'react';
import { formatNumber } from '../ui/format.ts';
import { CardRows } from './card-rows.tsx';
import { TableRows } from './table-rows.tsx';
import { tableMedia, useMedia } from './use-media.ts';
import { useStableCallback } from './use-stable-callback.ts';
import type { Identified } from '../records/resource.ts';
import type { DataTableProps } from './table-props.ts';

/** The rows of a list: a table, or cards where a table has no room. */
export function DataTable<T extends Identified>(props: DataTableProps<T>) {
  const { list, selection } = props;
  const isTable = useMedia(tableMedia);
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const onEdit = useStableCallback(props.onEdit);
  const onDelete = useStableCallback(props.onDelete);
  const onSelect = useStableCallback(selection.toggle);
  const onRelations = useStableCallback(props.onRelations);
  const Rows = isTable ? TableRows<T> : CardRows<T>;
  return (
    <div
      ref={frame}
      className="relative isolate flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      {list.isFetching && !list.isLoading && (
        <div
          aria-hidden
          className="absolute inset-x-0 top-0 z-30 h-0.5 animate-pulse bg-accent print:hidden"
        />
      )}
      <Rows
        {...props}
        frame={frame}
        box={box}
        onEdit={onEdit}
        onDelete={onDelete}
        onSelect={onSelect}
        onRelations={onRelations}
      />
      {list.total !== undefined && list.rows.length < list.total && (
        <p className="hidden p-3 text-sm print:block">
          {formatNumber(list.rows.length)} of {formatNumber(list.total)} rows
        </p>
      )}
    </div>
  );
}
