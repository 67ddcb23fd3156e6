import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Due } from '../../records/due/due.ts';
import { DueMenu } from '../../records/due/due-menu.tsx';
import { dueKeys, useDueActions } from '../../records/due/use-due-actions.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useUncheckedText } from '../../records/looked-up/unchecked.ts';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';
import { type Part, isEmpty, partTitles, shownRows, useToDo } from './to-do.ts';

/** Room for all rows of each part: what is below stays where it is when they arrive. */
const room = 'sm:min-h-74 xl:min-h-40';

/** What is to be done about alerts, or until when nothing is. */
export function AlertBlock() {
  const { parts, until, error, retry } = useToDo();
  const unchecked = useUncheckedText();
  if (error) return <ProblemBanner title="Failed to load the alerts" error={error} onRetry={retry} />;
  const isIdle = parts?.every(isEmpty);
  if (isIdle && until !== undefined && unchecked !== undefined)
    return (
      <Panel title="To do">
        <p className={`flex items-center justify-center gap-2 p-4 text-sm text-ink-2 ${room}`}>
          {unchecked === null && <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />}
          {unchecked ?? `Nothing to do${until === null ? '' : ` until ${formatDay(until)}`}`}
        </p>
      </Panel>
    );
  return (
    <Panel title="To do">
      <div className={`grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2 xl:grid-cols-4 ${room}`}>
        {isIdle || !parts
          ? partTitles.map((title) => <PartSkeleton key={title} title={title} />)
          : parts.map((part) => <PartRows key={part.title} {...part} />)}
      </div>
    </Panel>
  );
}

const heading = 'mb-1 text-sm font-medium text-ink-2';

const PartSkeleton = ({ title }: { title: string }) => (
  <div aria-hidden className="grid content-start">
    <p className={heading}>{title}</p>
    {Array.from({ length: shownRows }, (_, at) => (
      <Skeleton key={at} className="my-2 h-3 w-3/4" />
    ))}
  </div>
);

/** The first rows of a part, with what can be done about each; keys act on the one that has the focus. */
function PartRows({ title, rows, past }: Part): ReactNode {
  const frame = useRef<HTMLUListElement>(null);
  const actions = useDueActions();
  const shown = rows.slice(0, shownRows);
  const keys = Object.entries(dueKeys(actions, (due: Due) => due)).map(([key, work]) => {
    const run = ({ target }: KeyboardEvent) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]');
      const due = row && shown.find((each) => each.key === row.dataset['row'])?.due;
      return due ? work(due) : false;
    };
    return [key, run] as const;
  });
  useHotkeys(Object.fromEntries(keys), frame);
  return (
    <section aria-label={title} className="min-w-0 text-sm">
      <h3 className={heading}>{title}</h3>
      {rows.length === 0 && !past && <p className="py-1 text-ink-3">Nothing</p>}
      <ul ref={frame}>
        {shown.map(({ key, name, text, title: full, to, search = {}, due }) => (
          <li key={key} data-row={key} className="flex h-7 items-center gap-1">
            <Link
              to={to}
              search={search}
              title={full}
              className="clipped block min-w-0 flex-1 py-1 hover:underline"
            >
              {name}
              <span className="text-ink-2">{text}</span>
            </Link>
            {due && <DueMenu due={due} actions={actions} />}
          </li>
        ))}
      </ul>
      {rows.length > shownRows && (
        <Link to="/alerts" className="block py-1 text-accent-text hover:underline">
          {rows.length - shownRows} more
        </Link>
      )}
      {past && (
        <Link to={past.to} search={past.search ?? {}} className="block py-1 text-accent-text hover:underline">
          {past.name}
        </Link>
      )}
    </section>
  );
}
