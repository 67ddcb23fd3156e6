import type { ReactNode } from 'react';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ProblemBanner } from './problem-banner.tsx';

interface PanelListProps<T> {
  title: string;
  /** What is listed, in a sentence: 'calendars'. */
  what: string;
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** At the right of the title. */
  after: ReactNode;
  /** Said in place of an empty list. */
  empty?: ReactNode;
  /** Above and below the list. */
  above?: ReactNode;
  below?: ReactNode;
  /** A `PanelRow`. */
  children: (row: T) => ReactNode;
}

/** A short list as a panel. */
export function PanelList<T>(props: PanelListProps<T>) {
  const { rows, error } = props;
  const isLoading = !rows && !error;
  return (
    <Panel title={props.title} after={props.after}>
      <ProblemBanner title={`Failed to load ${props.what}`} error={error} onRetry={props.onRetry} />
      {props.above}
      {rows?.length === 0 && props.empty !== undefined && <p className="p-4 text-ink-2">{props.empty}</p>}
      <ul className="panel-rows" aria-busy={isLoading}>
        {rows?.map(props.children)}
        {isLoading && (
          <li className="grid h-14 content-center px-4">
            <Skeleton className="h-4 w-56" />
          </li>
        )}
      </ul>
      {props.below}
    </Panel>
  );
}

interface PanelRowProps {
  name: ReactNode;
  /** The tooltip of the name. */
  title?: string | undefined;
  /** Beside the name. */
  mark?: ReactNode;
  /** Below the name. */
  detail: ReactNode;
  /** At the right; on a phone below the others. */
  badges?: ReactNode;
  /** At the right end: what can be done. */
  children?: ReactNode;
}

/** A row of a list in a panel: what it is, its state, and what can be done. */
export const PanelRow = ({ name, title, mark, detail, badges, children }: PanelRowProps) => (
  <li className="flex min-h-14 items-center gap-x-3 gap-y-1.5 px-4 py-2 max-md:flex-wrap">
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2">
        <span className="clipped font-medium" title={title}>
          {name}
        </span>
        {mark}
      </p>
      <div className="text-xs text-ink-2">{detail}</div>
    </div>
    {badges && (
      <span className="flex flex-wrap items-center gap-1.5 max-md:order-last max-md:w-full md:max-w-1/2 md:justify-end">
        {badges}
      </span>
    )}
    {children}
  </li>
);
