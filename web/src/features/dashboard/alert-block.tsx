import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AlertGroup, alertGroups } from '../../records/alerts/alert-groups.ts';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { DueRows } from './due-rows.tsx';
import { ProblemLine, type RecordProblem } from './record-problems.tsx';
import { type ToDo, isNothing, shownRows, useNextDay } from './to-do.ts';

const title = 'To do';
const more = 'block w-fit py-1.5 text-accent-text hover:underline';

interface RegionProps {
  title: string;
  isEmpty: boolean;
  className: string;
  children: ReactNode;
}

const Region = ({ title: heading, isEmpty, className, children }: RegionProps) => (
  <section aria-label={heading} className={`min-w-0 text-sm ${className}`}>
    <h3 className="mb-1 text-sm font-medium text-ink-2">{heading}</h3>
    {isEmpty ? <p className="py-1 text-ink-3">Nothing</p> : children}
  </section>
);

/** Opens all alerts of a group, if there are more than are shown. */
const All = ({ group, total }: { group: AlertGroup; total: number }) =>
  total > shownRows && (
    <Link to="/alerts" search={alertGroups[group].filters} className={more}>
      All {formatNumber(total)}
    </Link>
  );

interface AlertBlockProps {
  toDo: ToDo;
  problems: readonly RecordProblem[];
}

/** What is to be done about alerts and records, or until when nothing is. */
export function AlertBlock({ toDo, problems }: AlertBlockProps) {
  const { alerts, past, undelivered, unchecked } = toDo;
  const { renew, problems: raised, unconfirmed } = alerts;
  if (isNothing(toDo) && problems.length === 0 && unchecked === null) return <Nothing />;
  const wide = 'lg:col-span-8';
  const narrow = 'lg:col-span-4';
  return (
    <Panel title={title}>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 p-4 lg:grid-cols-12">
        <Region title={alertGroups.renew.title} isEmpty={renew.total + past === 0} className={wide}>
          <DueRows alerts={renew.rows} isWide />
          <All group="renew" total={renew.total} />
          {past > 0 && (
            <Link to="/alerts" search={{ wasPast: 'true' }} className={more}>
              Already past when imported ({formatNumber(past)})
            </Link>
          )}
        </Region>
        <Region
          title={alertGroups.problems.title}
          isEmpty={raised.total + problems.length === 0 && unchecked === null}
          className={narrow}
        >
          <DueRows alerts={raised.rows} />
          <All group="problems" total={raised.total} />
          {unchecked !== null && <p className="py-1 text-ink-2">{unchecked}</p>}
          <ul>
            {problems.map((problem) => (
              <ProblemLine key={`${problem.to} ${problem.label}`} {...problem} />
            ))}
          </ul>
        </Region>
        <Region title={alertGroups.unconfirmed.title} isEmpty={unconfirmed.total === 0} className={wide}>
          <DueRows alerts={unconfirmed.rows} isWide />
          <All group="unconfirmed" total={unconfirmed.total} />
        </Region>
        <Region title="Not delivered" isEmpty={undelivered.total === 0} className={narrow}>
          <ul>
            {undelivered.rows.map(({ key, words, to, search = {} }) => (
              <li key={key}>
                <Link to={to} search={search} className="block py-1 wrap-anywhere hover:underline">
                  {words}
                </Link>
              </li>
            ))}
          </ul>
          {undelivered.total > undelivered.rows.length && (
            <Link to="/settings" search={{ section: 'channels' }} className={more}>
              All {formatNumber(undelivered.total)}
            </Link>
          )}
        </Region>
      </div>
    </Panel>
  );
}

/** Once everything was looked up and nothing is to be done. */
function Nothing() {
  const day = useNextDay();
  return (
    <Panel title={title}>
      <p className="flex min-h-13 items-center justify-center gap-2 p-4 text-sm text-ink-2">
        {day !== undefined && (
          <>
            <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />
            {`Nothing needs attention${day === null ? '' : ` until ${formatDay(day)}`}`}
          </>
        )}
      </p>
    </Panel>
  );
}
