import { client } from '@quartermaster/contract/api/client';
import type { JobState } from '@quartermaster/contract/jobs/jobs.routes';
import type { BackgroundJob } from '@quartermaster/contract/jobs/jobs.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelTableCell, PanelTableRow } from '../../records/panel-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { toast } from '../../ui/toaster.tsx';
import type { Tone } from '../../ui/tone.ts';
import { useTime } from '../../ui/use-time.ts';
import { jobNames } from './jobs-panel.tsx';

export const jobStateLabels: Readonly<Record<JobState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Failed',
  stuck: 'Stuck',
};
const tones: Readonly<Record<JobState, Tone>> = {
  waiting: 'mute',
  running: 'info',
  failed: 'bad',
  stuck: 'hot',
};

/** What a job is about: its key without the kind and the workspace. Null: the key of a scheduled job is its kind. */
function subjectOf({ kind, key }: BackgroundJob): string | null {
  const subject = key.startsWith(kind) ? key.slice(kind.length + 1) : key;
  return subject === '' ? null : subject.replace(/^[0-9a-f-]{36} /, '');
}

export const JobRow = ({ job }: { job: BackgroundJob }) => {
  const { kind, state, runAt, attempts, lastError, finishedAt } = job;
  const name = jobNames[kind] ?? kind;
  const subject = subjectOf(job);
  const due = useTime((now) => timeUntil(Date.parse(runAt), now));
  const ended = useTime((now) => (finishedAt === null ? 'never' : formatRelative(finishedAt, now)));
  return (
    <PanelTableRow
      name={
        <>
          <p className="font-medium md:clipped" title={name}>
            {name}
          </p>
          {subject !== null && (
            <p className="clipped text-xs text-ink-2" title={subject}>
              {subject}
            </p>
          )}
          {lastError !== null && (
            <p className="text-xs wrap-anywhere text-bad">
              {attempts > 1 && `${attempts} attempts: `}
              {lastError}
            </p>
          )}
        </>
      }
      actions={
        state !== 'running' && (
          <RunButton id={job.id} what={subject === null ? name : `${name}, ${subject}`} />
        )
      }
      actionsClass="pr-4"
    >
      <PanelTableCell>
        <Badge tone={tones[state]}>{jobStateLabels[state]}</Badge>
      </PanelTableCell>
      <PanelTableCell isQuiet title={formatDateTime(runAt)}>
        {state === 'running' ? (
          <span className="max-md:hidden">—</span>
        ) : (
          <>
            <span className="md:hidden">Next: </span>
            {due}
          </>
        )}
      </PanelTableCell>
      <PanelTableCell isQuiet title={finishedAt === null ? undefined : formatDateTime(finishedAt)}>
        <span className="md:hidden">Last run: </span>
        {ended}
      </PanelTableCell>
    </PanelTableRow>
  );
};

function RunButton({ id, what }: { id: string; what: string }) {
  const run = useMutation({
    mutationFn: () => request(client.jobs.run, { params: { id } }),
    onError: (error) => toast({ title: messageOf(error, 'Failed to run the job'), type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: entityKey(client.jobs.list.path) }),
  });
  return (
    <Button
      className="max-md:h-10"
      busy={run.isPending}
      aria-label={`Run now: ${what}`}
      onClick={() => run.mutate()}
    >
      Run now
    </Button>
  );
}

const units: readonly [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** 'in 5 minutes', to the largest unit; 'now' for what is due. Times in milliseconds. */
export function timeUntil(time: number, now: number): string {
  const seconds = Math.ceil((time - now) / 1000);
  if (seconds <= 0) return 'now';
  const [name, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return `in ${count} ${name}${count === 1 ? '' : 's'}`;
}
