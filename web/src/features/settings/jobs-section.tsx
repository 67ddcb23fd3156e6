import { client } from '@quartermaster/contract/api/client';
import { type JobState, jobStates } from '@quartermaster/contract/jobs/jobs.routes';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { PanelTable } from '../../records/panel-table.tsx';
import { usePages } from '../../records/use-pages.ts';
import { Select } from '../../ui/select.tsx';
import { JobRow, jobStateLabels } from './job-row.tsx';
import { jobNames } from './jobs-panel.tsx';

const everyMs = 10_000;

const columns = ['Job', 'State', 'Next run', 'Last run'];
const kinds = Object.entries(jobNames).map(([value, label]) => ({ value, label }));
const states = jobStates.map((value) => ({ value, label: jobStateLabels[value] }));

/** All background jobs, the next due first. */
export default function JobsSection() {
  const [filter, setFilter] = useState<{ kind: string; state: JobState | '' }>({ kind: '', state: '' });
  const { kind, state } = filter;
  const { data, ...list } = usePages(
    (page) =>
      routeQuery(client.jobs.list, {
        query: {
          page,
          limit: 50,
          kind: kind === '' ? undefined : kind,
          state: state === '' ? undefined : state,
        },
      }),
    { refetchInterval: everyMs },
  );
  const narrow = (by: Partial<typeof filter>) => {
    setFilter({ ...filter, ...by });
    list.onPage(1);
  };
  return (
    <PanelTable
      title="Jobs"
      what="the jobs"
      columns={columns}
      {...list}
      rows={data?.jobs}
      empty="No job is like that."
      filters={
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
      }
    >
      {(job) => <JobRow key={job.id} job={job} />}
    </PanelTable>
  );
}
