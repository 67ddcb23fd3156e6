import { client } from '@quartermaster/contract/api/client';
import type { Installation } from '@quartermaster/contract/installation/installation.schema';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { EventList } from './event-list.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { MailState } from './mail-state.tsx';

const everyMs = 10_000;

/** The state of the installation, and its audit. */
export default function InstallationSection() {
  const { data, error, refetch } = useQuery({
    ...routeQuery(client.installation.get),
    refetchInterval: everyMs,
  });
  return (
    <>
      <ProblemBanner
        title="Failed to load the state of the installation"
        error={error}
        onRetry={() => void refetch()}
      />
      <Panel title="Installation">
        <dl
          className="grid gap-x-6 gap-y-2 p-4 grid-cols-[7rem_minmax(0,1fr)] md:grid-cols-[10rem_minmax(0,1fr)]"
          aria-busy={!data && !error}
        >
          {data && <Facts {...data} />}
        </dl>
      </Panel>
      {data && <JobsPanel jobs={data.jobs} />}
      <EventList title="Audit of the installation" route={client.audit.ofInstallation} />
    </>
  );
}

const Facts = ({ version, engine, registration, mail, keyRotation }: Installation) => (
  <>
    <Fact term="Version">{version}</Fact>
    <Fact term="Database">{engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</Fact>
    <Fact term="Registration">
      {registration === 'open' ? <Badge tone="warn">Open to everyone</Badge> : 'By invitation only'}
    </Fact>
    <Fact term="Mail">{mail ? <MailState {...mail} /> : 'Not set up'}</Fact>
    <Fact term="Key rotation">{keyRotation ? rotationInWords(keyRotation) : 'None in progress'}</Fact>
  </>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-2">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

function rotationInWords({ done, total }: NonNullable<Installation['keyRotation']>): string {
  if (total === null) return 'Starting';
  return `${formatNumber(done)} of ${formatNumber(total)} rows done`;
}
