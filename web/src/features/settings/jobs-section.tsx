import { client } from '@quartermaster/contract/api/client';
import { type JobState, jobStates } from '@quartermaster/contract/jobs/jobs.routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { Pages } from '../../records/pages.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { JobRow, jobStateLabels } from './job-row.tsx';
import { jobNames } from './jobs-panel.tsx';

const everyMs = 10_000;

const columns = ['Job', 'State', 'Next run', 'Last run'];
const kinds = Object.entries(jobNames).map(([value, label]) => ({ value, label }));
const states = jobStates.map((value) => ({ value, label: jobStateLabels[value] }));

/** All background jobs, the next due first. */
export default function JobsSection() {
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<{ kind: string; state: JobState | '' }>({ kind: '', state: '' });
  const narrow = (by: Partial<typeof filter>) => {
    setFilter({ ...filter, ...by });
    setPage(1);
  };
  const { kind, state } = filter;
  const { data, error, refetch } = useQuery({
    ...routeQuery(client.jobs.list, {
      query: {
        page,
        limit: 50,
        kind: kind === '' ? undefined : kind,
        state: state === '' ? undefined : state,
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
  return (
    <>
      <ProblemBanner title="Failed to load the jobs" error={error} onRetry={() => void refetch()} />
      <Panel title={`Jobs${data ? ` (${formatNumber(data.pagination.total)})` : ''}`}>
        <div className="flex gap-2 border-b border-line px-4 py-3 max-md:flex-col">
          <Select
            aria-label="Kind"
            className="md:max-w-96"
            emptyLabel="All kinds"
            options={kinds}
            value={kind}
            onChange={(value) => narrow({ kind: value })}
          />
          <Select
            aria-label="State"
            className="md:max-w-40"
            emptyLabel="All states"
            options={states}
            value={state}
            onChange={(value) => narrow({ state: value as JobState | '' })}
          />
        </div>
        {data?.jobs.length === 0 ? (
          <p className="p-4 text-ink-2">No job is like that.</p>
        ) : (
          <table className="w-full text-left max-md:block" aria-label="Jobs" aria-busy={!data && !error}>
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
            <tbody className="panel-rows max-md:block">
              {data?.jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </tbody>
          </table>
        )}
        <Pages page={page} of={data?.pagination.totalPages} onPage={setPage} back="Previous" forth="Next" />
      </Panel>
    </>
  );
}
