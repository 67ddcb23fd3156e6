import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Pages } from './pages.tsx';
import { ProblemBanner } from './problem-banner.tsx';
import type { PanelPages } from './use-pages.ts';

interface PanelTableProps<T> extends PanelPages {
  title: string;
  /** What is listed, in a sentence: 'the jobs'. */
  what: string;
  /** The headings; after them come the actions of a row. */
  columns: readonly string[];
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  /** At the right of the title. */
  after?: ReactNode;
  /** A line above the table. */
  filters?: ReactNode;
  /** Said in place of a table without rows. */
  empty: string;
  /** The row of the table: a `PanelTableRow`. */
  children: (row: T) => ReactNode;
}

/** A table in pages as a panel. */
export function PanelTable<T>(props: PanelTableProps<T>) {
  const { title, columns, rows, error, total } = props;
  return (
    <>
      <ProblemBanner title={`Failed to load ${props.what}`} error={error} onRetry={props.onRetry} />
      <Panel title={total === undefined ? title : `${title} (${formatNumber(total)})`} after={props.after}>
        {props.filters}
        {rows?.length === 0 ? (
          <p className="p-4 text-ink-2">{props.empty}</p>
        ) : (
          <table className="w-full text-left max-md:block" aria-label={title} aria-busy={!rows && !error}>
            <thead className="text-xs text-ink-2 max-md:sr-only">
              <tr className="border-b border-line">
                {columns.map((column) => (
                  <th key={column} scope="col" className="px-2 py-2 font-medium first:pl-4">
                    {column}
                  </th>
                ))}
                <th scope="col" className="px-2">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody className="panel-rows max-md:block">{rows?.map(props.children)}</tbody>
          </table>
        )}
        <Pages page={props.page} of={props.pages} onPage={props.onPage} back="Previous" forth="Next" />
      </Panel>
    </>
  );
}

interface PanelTableRowProps {
  /** The first cell, which names the row. */
  name: ReactNode;
  /** The cells after it. */
  children: ReactNode;
  actions: ReactNode;
  /** The last cell's own padding, for actions that are buttons with an edge. */
  actionsClass?: string;
}

/** On a phone the cells follow one another below the name. */
export const PanelTableRow = ({ name, children, actions, actionsClass = '' }: PanelTableRowProps) => (
  <tr className="align-baseline max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3">
    <th
      scope="row"
      className="max-w-0 min-w-40 px-2 py-2 pl-4 font-normal max-md:w-full max-md:max-w-none max-md:p-0"
    >
      {name}
    </th>
    {children}
    <td
      className={`w-0 px-2 ${actionsClass} text-right align-middle whitespace-nowrap max-md:w-full max-md:p-0 max-md:text-left`}
    >
      {actions}
    </td>
  </tr>
);

interface PanelTableCellProps {
  /** Words beside the facts that count. */
  isQuiet?: boolean;
  title?: string | undefined;
  children: ReactNode;
}

/** A cell with a badge or a few words. */
export const PanelTableCell = ({ isQuiet = false, title, children }: PanelTableCellProps) => (
  <td className={clsx('px-2 py-2 max-md:p-0', isQuiet && 'whitespace-nowrap text-ink-2')} title={title}>
    {children}
  </td>
);
