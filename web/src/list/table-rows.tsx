import { type ReactNode, memo } from 'react';
import { RowActions } from './row-actions.tsx';
import { TableHead } from './table-head.tsx';
import type { Column, DataTableProps, RowsProps } from './table-props.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import type { Identified } from './resource.ts';
import { frameMedia, useMedia } from './use-media.ts';
import { usePrinting } from './use-printing.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const actionsWidth = 84;
const rowHeight = 44;

export function TableRows<T extends Identified>(props: RowsProps<T>) {
  const { label, list, columns, sort, onSort, empty, box } = props;
  const boxScrolls = useMedia(frameMedia);
  const whole = usePrinting();
  const { rows, total, isLoading, loadMore } = list;
  const shown = useVirtualRows({ count: rows.length, rowHeight, box, boxScrolls, whole, loadMore });
  const onFocus = useRowFocus(box, rows);
  const width = columns.reduce((sum, column) => sum + column.width, actionsWidth);
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      tabIndex={0}
      onFocus={onFocus}
      className="min-h-0 overflow-auto scroll-pt-9 scroll-pr-[84px] focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible"
    >
      <table
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={isLoading}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
        style={{ minWidth: width }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
          <col style={{ width: actionsWidth }} />
        </colgroup>
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {isLoading && <TableSkeleton columns={columns} />}
          {shown.above > 0 && <Spacer height={shown.above} />}
          {!isLoading &&
            shown.indexes.map((index) => {
              const row = rows[index];
              return row && <Row key={row.id} {...rowProps(props)} row={row} index={index} />;
            })}
          {shown.below > 0 && <Spacer height={shown.below} />}
        </tbody>
      </table>
      {!isLoading && total === 0 && empty}
    </div>
  );
}

const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
);

type RowContext<T> = Pick<DataTableProps<T>, 'columns' | 'name' | 'onEdit' | 'onDelete' | 'isLocked'>;

const rowProps = <T,>({ columns, name, onEdit, onDelete, isLocked }: RowContext<T>): RowContext<T> => ({
  columns,
  name,
  onEdit,
  onDelete,
  isLocked,
});

const cell = 'h-11 overflow-hidden border-b border-line px-3 py-0 align-middle text-ellipsis';
const pinned = 'sticky z-10 bg-surface group-hover:bg-sunken';

const Row = memo(function Row<T extends Identified>({
  row,
  index,
  columns,
  name,
  onEdit,
  onDelete,
  isLocked,
}: RowContext<T> & { row: T; index: number }) {
  return (
    <tr data-row={row.id} aria-rowindex={index + 2} className="group hover:bg-sunken">
      {columns.map((column: Column<T>, place) =>
        place === 0 ? (
          <th key={column.id} scope="row" className={`${cell} ${pinned} left-0 text-left font-medium`}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={cell}>
            {column.cell(row)}
          </td>
        ),
      )}
      <td className={`${cell} ${pinned} right-0 border-l`}>
        <RowActions
          label={name(row)}
          onEdit={() => onEdit(row)}
          onDelete={() => onDelete(row)}
          isLocked={isLocked?.(row)}
        />
      </td>
    </tr>
  );
}) as <T extends Identified>(props: RowContext<T> & { row: T; index: number }) => ReactNode;
