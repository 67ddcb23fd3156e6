import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of every page for who is a member of no workspace, or no longer. */
export default function NoWorkspace() {
  const create = useMutation({
    mutationFn: () => request(client.workspaces.create, { body: { name: 'My workspace' } }),
    onSuccess: ({ workspace }) => enterWorkspace(workspace.id),
  });
  return (
    <EmptyState
      icon={Building2}
      title="You are not a member of any workspace"
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
