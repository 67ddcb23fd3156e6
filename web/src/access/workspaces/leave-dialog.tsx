import { client } from '@quartermaster/contract/api/client';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useWorkspace, workspacesQuery } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { leaveWorkspace } from '../../api/workspace.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';

export function LeaveDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { status } = useSession();
  const current = useWorkspace();
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      if (status.is !== 'authenticated') return;
      await request(client.members.remove, { params: { userId: status.user.id }, workspace: workspace.id });
      if (workspace.id === current?.id) return leaveWorkspace();
      await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      onClose();
    },
    'Failed to leave the workspace',
  );
  return (
    <ActionDialog
      title={`Leave ${workspace.name}?`}
      submit={{ label: 'Leave', busyLabel: 'Leaving...', isDanger: true, onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">Its records are gone for you at once. Only an invitation brings you back.</p>
    </ActionDialog>
  );
}
