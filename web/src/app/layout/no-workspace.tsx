import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, ShieldAlert } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/rights.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** Replaces every page for a person without a workspace, or without what the workspace requires. */
export default function NoWorkspace({ lacksFactor }: { lacksFactor: boolean }) {
  return lacksFactor ? <NeedsFactor /> : <None />;
}

function NeedsFactor() {
  const name = useWorkspace()?.name ?? 'This workspace';
  useTitle('Second factor');
  return (
    <EmptyState
      icon={ShieldAlert}
      title={<h1>{name} requires a second factor</h1>}
      body="Set up an authenticator app or a passkey on your account page; then everything here opens."
      action={
        <Link to="/account" search={{ section: 'security' }} className={buttonClass('primary')}>
          Set up a second factor
        </Link>
      }
    />
  );
}

function None() {
  const create = useMutation({
    mutationFn: () => request(client.workspaces.create, { body: { name: 'My workspace' } }),
    onSuccess: ({ workspace }) => enterWorkspace(workspace.id),
  });
  useTitle('No workspace');
  return (
    <EmptyState
      icon={Building2}
      title={<h1>You are not a member of any workspace</h1>}
      body={
        create.error ? (
          <Banner tone="bad" title={messageOf(create.error, 'Failed to create the workspace')} />
        ) : (
          'Open an invitation that you were sent, or make a workspace of your own.'
        )
      }
      action={
        <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
          Make a workspace
        </Button>
      }
    />
  );
}
