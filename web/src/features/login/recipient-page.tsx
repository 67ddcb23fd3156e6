import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { useTitle } from '../../ui/use-title.ts';
import { CutLink, LinkPage, takeToken } from './link-page.tsx';
import { LoginFrame } from './login-frame.tsx';

const title = 'Alerts by mail';

/** The page behind the link in a question whether an address wants the alerts of a workspace. */
export default function RecipientPage() {
  const [token] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  useTitle(title);
  const { data, error } = useQuery({
    queryKey: ['recipient', token],
    queryFn: () => request(client.channels.question, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  });
  if (token === '') return <CutLink title={title} />;
  if (error) return <LoginFrame title={title} subtitle={messageOf(error, 'Failed to open the link')} />;
  if (!data) return <LoginFrame title={title} subtitle="Opening the link..." />;
  const { address, workspace, asker } = data;
  if (isDone)
    return (
      <LoginFrame
        title="You get the alerts from now on"
        subtitle={`Those of the workspace ${workspace} are mailed to ${address}.`}
      />
    );
  return (
    <LinkPage
      title="Do you want these alerts?"
      subtitle={`${asker} asks to mail alerts of the workspace ${workspace} to ${address}. If you do not want them, close this page.`}
      label="Confirm"
      busyLabel="Confirming..."
      failure="Failed to confirm the address"
      send={async () => {
        await request(client.channels.confirm, { body: { token } });
        setDone(true);
      }}
    />
  );
}
