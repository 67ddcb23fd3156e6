import { useRef } from 'react';
import { CardRows } from './card-rows.tsx';
import { TableRows } from './table-rows.tsx';
import { tableMedia, useMedia } from './use-media.ts';
import { useStableCallback } from './use-stable-callback.ts';
import type { Identified } from './resource.ts';
import type { DataTableProps } from './table-props.ts';

/** The rows of a list: a table, or cards where a table has no room. */
export function DataTable<T extends Identified>(props: DataTableProps<T>) {
  const isTable = useMedia(tableMedia);
  const box = useRef<HTMLDivElement>(null);
  const onEdit = useStableCallback(props.onEdit);
  const onDelete = useStableCallback(props.onDelete);
  const Rows = isTable ? TableRows<T> : CardRows<T>;
  return (
    <div className="relative isolate flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface">
      {props.list.isFetching && !props.list.isLoading && (
        <div
          aria-hidden
          className="absolute inset-x-0 top-0 z-30 h-0.5 animate-pulse bg-accent print:hidden"
        />
      )}
      <Rows {...props} box={box} onEdit={onEdit} onDelete={onDelete} />
    </div>
  );
}
