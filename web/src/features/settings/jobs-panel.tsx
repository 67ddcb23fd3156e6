import type { Installation } from '@quartermaster/contract/installation/installation.schema';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Tone } from '../../ui/tone.ts';

type Job = Installation['jobs'][number];

/** What each kind of job does. */
export const jobNames: Readonly<Record<string, string>> = {
  'apply-imports': 'Resume interrupted imports',
  'ascii-addresses': 'Compare addresses of earlier versions by their domain in ASCII',
  bootstrap: 'Refresh the list of RDAP servers',
  'check-expirations': 'Update the status of domains from their expiration dates',
  'delete-expired': 'Delete expired sessions and links',
  'delete-imports': 'Delete staged imports after a day',
  'delete-workspaces': 'Complete the deletion of workspaces',
  digest: 'Send the digests that are due',
  look: 'Look up registrations, DNS and certificates',
  'plan-all-looks': 'Plan what is looked up in each workspace',
  'plan-looks': 'Plan what is looked up in a workspace',
  'prune-history': 'Remove history that workspaces no longer keep',
  'resume-work': 'Resume interrupted imports and undos',
  'reseal-secrets': 'Reseal secrets after a key rotation',
  'send-mails': 'Send mail',
  undo: 'Undo large changes',
  cross: 'Compare what expires with the alerts of a workspace',
  'plan-cross': 'Plan the comparison of alerts in each workspace',
  sync: 'Use later dates of registries',
  send: 'Send messages about alerts',
  prune: 'Delete old entries of the delivery log',
};

const states: Record<Job['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'mute' },
  running: { label: 'Running', tone: 'info' },
  failing: { label: 'Failing', tone: 'bad' },
};

/** The scheduled kinds of jobs: state, last run and next run. */
export const JobsPanel = ({ jobs }: { jobs: readonly Job[] }) => (
  <Panel title="Background jobs">
    <ul className="panel-rows">
      {jobs.map((job) => (
        <JobRow key={job.kind} {...job} />
      ))}
      {jobs.length === 0 && <li className="p-4 text-ink-2">None yet.</li>}
    </ul>
  </Panel>
);

const JobRow = ({ kind, state, lastRunAt, nextRunAt, failures, lastError }: Job) => (
  <li className="flex min-h-14 items-center gap-3 px-4 py-2">
    <div className="min-w-0 flex-1">
      <p className="font-medium">{jobNames[kind] ?? kind}</p>
      <p className="text-xs text-ink-2">
        {lastRunAt === null ? 'No run has ended yet' : `Last run ${formatDateTime(lastRunAt)}`}
        {nextRunAt !== null && ` · next ${formatDateTime(nextRunAt)}`}
      </p>
      {failures > 0 && (
        <p className="text-xs text-bad">
          {failures === 1 ? 'The latest run failed' : `The latest ${failures} runs failed`}
          {lastError !== null && `: ${lastError}`}
        </p>
      )}
    </div>
    <Badge tone={states[state].tone}>{states[state].label}</Badge>
  </li>
);
