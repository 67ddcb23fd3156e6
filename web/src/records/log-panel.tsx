import type { ReactNode } from 'react';
import { formatDateTime, formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ProblemBanner } from './problem-banner.tsx';
import { Select } from '../ui/select.tsx';
import { Pages } from './pages.tsx';
import type { PanelPages } from './use-pages.ts';
import { madeBy } from './history/act-words.ts';

interface LogPanelProps<T> extends PanelPages {
  title: string;
  /** What the log is called in a sentence: 'the audit'. */
  what: string;
  /** The filter: its label, value and options; by default none. */
  filter?: {
    label: string;
    all: string;
    value: string | undefined;
    options: readonly { value: string; label: string }[];
    onChange: (value: string | undefined) => void;
  };
  entries: readonly T[] | undefined;
  /** The text of an empty log. */
  empty: string;
  children: (entry: T) => ReactNode;
}

/** A log, newest first, in pages. */
export function LogPanel<T>(props: LogPanelProps<T>) {
  const { filter, entries, total, page, onPage } = props;
  return (
    <Panel
      title={total === undefined ? props.title : `${props.title} (${formatNumber(total)})`}
      after={
        filter && (
          <Select
            aria-label={filter.label}
            className="max-w-56 max-md:max-w-40"
            options={filter.options}
            emptyLabel={filter.all}
            value={filter.value ?? ''}
            onChange={(value) => {
              filter.onChange(value === '' ? undefined : value);
              onPage(1);
            }}
          />
        )
      }
    >
      <ProblemBanner title={`Failed to load ${props.what}`} error={props.error} />
      {entries?.length === 0 && <p className="p-4 text-ink-2">{props.empty}</p>}
      <ol className="panel-rows">{entries?.map(props.children)}</ol>
      <Pages page={page} of={props.pages} onPage={onPage} />
    </Panel>
  );
}

interface LogEntryProps {
  at: string;
  actor: { name: string | null; email: string } | null;
  token: { name: string } | null;
  /** What happened. */
  children: ReactNode;
  /** Shown below the actor. */
  after: ReactNode;
}

/** A line of a log: when, what, and who. */
export const LogEntry = ({ at, actor, token, children, after }: LogEntryProps) => (
  <li className="grid gap-x-4 px-4 py-2 md:items-baseline md:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]">
    <time dateTime={at} className="text-xs text-ink-2">
      {formatDateTime(at)}
    </time>
    <div className="min-w-0">{children}</div>
    <div className="min-w-0 text-xs text-ink-2">
      <p className="clipped">{madeBy({ actor, token })}</p>
      {after}
    </div>
  </li>
);
