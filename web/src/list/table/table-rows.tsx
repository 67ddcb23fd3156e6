import { type ReactNode, memo } from 'react';
import { RowActions, actionsWidth } from './row-actions.tsx';
import { SelectBox } from './select-box.tsx';
import { TableHead } from './table-head.tsx';
import { type AnyColumn, type RowHandlers, type RowsProps, handlersOf } from './table-props.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import type { Identified } from '../../records/entity.ts';
import { frameMedia, useMedia } from '../../ui/use-media.ts';
import { selectWidth, useColumnWidths } from './use-column-widths.ts';
import { usePrinting } from '../use-printing.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { type Density, rowHeights, useColumns, useDensity } from '../views/view.ts';

export function TableRows<T extends Identified>(props: RowsProps<T>) {
  const { label, list, sort, onSort, selection, empty, box } = props;
  const boxScrolls = useMedia(frameMedia);
  const whole = usePrinting();
  const [density] = useDensity();
  const { shown: columns } = useColumns(props.entity, props.columns);
  const { rows, start, total, isLoading, loadMore } = list;
  const rowHeight = rowHeights[density];
  const shown = useVirtualRows({ count: rows.length, rowHeight, box, boxScrolls, whole, loadMore });
  const onFocus = useRowKeys({ ...props, rows, isSettled: list.isSettled, scrollTo: shown.scrollTo });
  const first = shown.indexes[0] ?? 0;
  const seen = isLoading ? [] : rows.slice(first, first + shown.indexes.length);
  const widths = useColumnWidths({ entity: props.entity, columns, density, box, hasRows: seen.length > 0 });
  const widthOf = ({ id, width }: AnyColumn<T>) => widths[id] ?? width;
  const width = columns.reduce((sum, column) => sum + widthOf(column), selectWidth + actionsWidth);
  const underBar = selection.count > 0 ? 'scroll-pb-36 pb-34' : '';
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      tabIndex={0}
      onFocus={onFocus}
      data-list-rows
      className={`min-h-0 overflow-auto scroll-pt-9 scroll-pr-[100px] scroll-pl-72 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible print:pb-0 ${underBar}`}
    >
      <table
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={isLoading}
        data-density={density}
        className="w-full table-fixed border-separate border-spacing-0 text-sm print:min-w-0! print:table-auto print:text-xs"
        style={{ minWidth: width }}
      >
        <colgroup>
          <col className="print:hidden" style={{ width: selectWidth }} />
          {columns.map((column) => (
            <col key={column.id} style={{ width: widthOf(column) }} />
          ))}
          <col className="print:hidden" style={{ width: actionsWidth }} />
        </colgroup>
        <TableHead
          entity={props.entity}
          columns={props.columns}
          sort={sort}
          onSort={onSort}
          selection={selection}
        />
        <tbody className={isLoading ? 'pulse' : ''}>
          {isLoading && <TableSkeleton columns={columns} density={density} />}
          {shown.above > 0 && <Spacer height={shown.above} />}
          {seen.map((row, index) => (
            <Row
              key={row.id}
              {...handlersOf(props)}
              columns={columns}
              density={density}
              row={row}
              place={start + first + index}
              isSelected={selection.has(row.id)}
            />
          ))}
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

const cell =
  'overflow-clip border-b border-line px-2.5 py-0 align-middle in-data-[density=compact]:whitespace-nowrap';
const pinned = 'sticky z-10 bg-surface group-hover:bg-sunken group-data-selected:bg-accent-soft';
const heights: Record<Density, string> = {
  compact: '*:h-[34px]',
  default: '*:h-11',
  comfortable: '*:h-14',
};

interface RowProps<T> extends RowHandlers<T> {
  columns: readonly AnyColumn<T>[];
  density: Density;
  row: T;
  /** The index in the whole list, from 0. */
  place: number;
  isSelected: boolean;
}

const Row = memo(function Row<T extends Identified>(props: RowProps<T>) {
  const { row, name, place, columns, density, isSelected, isLocked, onSelect } = props;
  return (
    <tr
      data-row={row.id}
      data-selected={isSelected || undefined}
      tabIndex={-1}
      aria-rowindex={place + 2}
      className={`group outline-none hover:bg-sunken data-selected:bg-accent-soft ${heights[density]}`}
    >
      <td
        className={`${cell} ${pinned} left-0 px-0 group-focus-visible:shadow-[inset_3px_0_var(--color-accent)] print:hidden`}
      >
        <SelectBox
          label={`Select ${name(row)}`}
          checked={isSelected}
          isLocked={isLocked?.(row)}
          onToggle={(range) => onSelect(row, range)}
        />
      </td>
      {columns.map((column, index) =>
        index === 0 ? (
          <th
            key={column.id}
            scope="row"
            className={`${cell} ${pinned} left-10 pl-1 text-left font-medium print:static`}
          >
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={cell}>
            {column.cell(row)}
          </td>
        ),
      )}
      <td className={`${cell} ${pinned} right-0 border-l print:hidden`}>
        <RowActions {...props} />
      </td>
    </tr>
  );
}) as <T extends Identified>(props: RowProps<T>) => ReactNode;
