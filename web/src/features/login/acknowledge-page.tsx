import { client } from '@quartermaster/contract/api/client';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound, messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { formatDay } from '../../ui/format.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { LinkPage } from './link-page.tsx';
import { LoginFrame } from './login-frame.tsx';

const labels: Readonly<Record<string, string>> = expirationLabels;

/** 'Domain, Dec 3, 2026' */
const aboutOf = ({ what, date }: { what: string | null; date: string | null }): string =>
  [what === null ? '' : (labels[what] ?? what), date === null ? '' : formatDay(date)]
    .filter((part) => part !== '')
    .join(', ');

/** The page behind the link in a message: it names one alert and acknowledges it, without a sign-in. */
export default function AcknowledgePage() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const { data, error } = useQuery({
    queryKey: ['acknowledge', token],
    queryFn: () => request(client.deliveries.acknowledgeable, { params: { token } }),
    retry: false,
    staleTime: 'static',
  });
  const [isDone, setDone] = useState(false);
  useTitle('Acknowledge');
  if (error)
    return (
      <LoginFrame
        title={isNotFound(error) ? 'This link leads nowhere' : 'The alert could not be loaded'}
        subtitle={
          isNotFound(error)
            ? 'It is not complete or too old, or what it is about is over.'
            : messageOf(error, 'Try again in a moment.')
        }
      />
    );
  if (!data) return <PageSpinner />;
  const { alert } = data;
  const name = shownDomain(alert.name);
  const about = aboutOf(alert);
  if (isDone || alert.state === 'ACKNOWLEDGED')
    return (
      <LoginFrame
        title={name}
        subtitle={`${about === '' ? '' : `${about}. `}Acknowledged: nobody is told again before the next reminder.`}
      />
    );
  return (
    <LinkPage
      title={name}
      subtitle={about}
      label="Acknowledge"
      busyLabel="Acknowledging..."
      failure="Failed to acknowledge"
      send={async () => {
        await request(client.deliveries.acknowledge, { params: { token } });
        setDone(true);
      }}
    />
  );
}
