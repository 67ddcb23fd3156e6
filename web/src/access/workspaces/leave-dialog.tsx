import { client } from '@quartermaster/contract/api/client';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useWorkspace, workspacesQuery } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { leaveWorkspace } from '../../api/workspace.ts';
import { RemoveDialog } from '../../records/remove-dialog.tsx';

export function LeaveDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { status } = useSession();
  const current = useWorkspace();
  return (
    <RemoveDialog
      title={`Leave ${workspace.name}?`}
      label="Leave"
      busyLabel="Leaving..."
      failure="Failed to leave the workspace"
      onRemove={async () => {
        if (status.is !== 'authenticated') return;
        await request(client.members.remove, { params: { userId: status.user.id }, workspace: workspace.id });
        if (workspace.id === current?.id) leaveWorkspace();
        else await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      }}
      onClose={onClose}
    >
      <p className="text-ink-2">Its records are gone for you at once. Only an invitation brings you back.</p>
    </RemoveDialog>
  );
}
