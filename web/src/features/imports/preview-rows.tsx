import type { ImportColumn, ImportRow } from '@quartermaster/contract/imports/imports.schema';
import clsx from 'clsx';
import type { KeyboardEvent } from 'react';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PreviewCell } from './preview-cell.tsx';
import { type PreviewedRow, previewed } from './row-cells.ts';
import { kindLabel, rowKindTexts } from './row-kinds.ts';

interface PreviewRowsProps {
  columns: readonly ImportColumn[];
  rows: readonly ImportRow[];
  /** Of the table's columns, once they are not to follow the rows any more. */
  widths: readonly number[] | undefined;
  onMend: (n: number, cells: Record<string, string>) => void;
  onChangeAll: (replace: Record<string, Record<string, string>>) => void;
}

/** The rows with what becomes of each; on a phone as cards. */
export function PreviewRows(props: PreviewRowsProps) {
  return useMedia(tableMedia) ? <PreviewTable {...props} /> : <PreviewCards {...props} />;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Goes from cell to cell: the tab key stops only at those with errors. */
function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const step = arrows[event.key];
  const cell = event.target instanceof HTMLElement && event.target.matches('[data-cell]');
  const place = cell ? (event.target as HTMLElement).closest('td') : null;
  const row = place?.closest('tr');
  if (!step || !place || !row) return;
  const { rows } = event.currentTarget;
  const next = rows[row.rowIndex + step[0]]?.cells[place.cellIndex + step[1]];
  const target = next?.querySelector<HTMLElement>('[data-cell]');
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const headClass =
  'sticky top-0 z-1 border-b border-line bg-surface px-3 py-2 text-left font-medium whitespace-nowrap';

function PreviewTable({ columns, rows, widths, onMend, onChangeAll }: PreviewRowsProps) {
  return (
    <table
      className={clsx('w-full text-sm', widths && 'table-fixed')}
      aria-label="Rows"
      onKeyDown={moveBetweenCells}
    >
      <colgroup>
        {widths?.map((width, at) => (
          <col key={at} style={{ width }} />
        ))}
      </colgroup>
      <thead className="text-xs text-ink-2">
        <tr>
          <th scope="col" className={`${headClass} text-right`}>
            Row
          </th>
          <th scope="col" className={headClass}>
            What happens
          </th>
          {columns.map(({ header }) => (
            <th key={header} scope="col" className={headClass}>
              <span className="block max-w-80 clipped">{header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => {
          const shown = previewed(row, columns);
          return (
            <tr key={row.n} data-kind={row.kind} className="align-top">
              <th scope="row" className="px-3 py-2 text-right font-normal text-ink-2">
                {formatNumber(row.line)}
              </th>
              <td className="max-w-72 min-w-32 px-3 py-1.5">
                <Outcome row={row} shown={shown} />
              </td>
              {shown.cells.map((cell) => (
                <td key={cell.column.header} className="px-2 py-1">
                  <PreviewCell
                    line={row.line}
                    cell={cell}
                    onMend={(text) => onMend(row.n, { [cell.column.header]: text })}
                    onChangeAll={(from, to) => onChangeAll({ [cell.column.header]: { [from]: to } })}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const PreviewCards = ({ columns, rows, onMend, onChangeAll }: PreviewRowsProps) => (
  <ul aria-label="Rows" className="divide-y divide-line">
    {rows.map((row) => {
      const shown = previewed(row, columns);
      return (
        <li key={row.n} data-kind={row.kind} className="grid gap-2 p-3">
          <p className="font-medium wrap-anywhere">
            <span className="font-normal text-ink-2">{formatNumber(row.line)}</span> {row.name}
          </p>
          <Outcome row={row} shown={shown} />
          <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-x-2 gap-y-1 text-sm">
            {shown.cells.map((cell) => (
              <div key={cell.column.header} className="contents">
                <dt className="pt-0.5 wrap-anywhere text-ink-2">{cell.column.header}</dt>
                <dd className="min-w-0">
                  <PreviewCell
                    line={row.line}
                    cell={cell}
                    onMend={(text) => onMend(row.n, { [cell.column.header]: text })}
                    onChangeAll={(from, to) => onChangeAll({ [cell.column.header]: { [from]: to } })}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      );
    })}
  </ul>
);

/** The kind of a row, with what no cell of it says. */
const Outcome = ({ row: { kind }, shown: { others, errors } }: { row: ImportRow; shown: PreviewedRow }) => (
  <div className="grid justify-items-start gap-1">
    <Badge tone={rowKindTexts[kind].tone}>{kindLabel(kind)}</Badge>
    {errors.map((message) => (
      <p key={message} className={`text-xs ${kind === 'error' ? 'text-bad' : 'text-ink-2'}`}>
        {message}
      </p>
    ))}
    {kind === 'update' &&
      others.map(({ field, label, before, after }) => (
        <p key={`${field} ${label} ${after}`} className="text-xs wrap-anywhere text-ink-2">
          {label}: {before !== null && <del>{before}</del>} {after ?? '—'}
        </p>
      ))}
  </div>
);
