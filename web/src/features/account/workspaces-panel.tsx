import { client } from '@quartermaster/contract/api/client';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { useWorkspace, workspacesQuery } from '../../api/rights.ts';
import { LeaveDialog } from '../../access/workspaces/leave-dialog.tsx';
import { NewWorkspaceDialog } from '../../access/workspaces/new-workspace-dialog.tsx';
import { RightsText, roleTexts } from '../../access/workspaces/rights-text.tsx';
import { counted } from '../../records/count-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The person's workspaces: their part in each, who else is in it, and leaving. */
export function WorkspacesPanel() {
  const { data } = useQuery(workspacesQuery);
  const current = useWorkspace();
  const [leaving, setLeaving] = useState<Workspace>();
  const [isCreating, setCreating] = useState(false);
  return (
    <Panel
      title="Workspaces"
      after={
        <Button variant="ghost" icon={Plus} className="-mr-2" onClick={() => setCreating(true)}>
          New workspace
        </Button>
      }
    >
      <ul className="panel-rows" aria-busy={!data}>
        {data?.workspaces.map((workspace) => (
          <WorkspaceRow
            key={workspace.id}
            workspace={workspace}
            isCurrent={workspace.id === current?.id}
            onLeave={() => setLeaving(workspace)}
          />
        ))}
      </ul>
      {leaving && <LeaveDialog workspace={leaving} onClose={() => setLeaving(undefined)} />}
      {isCreating && <NewWorkspaceDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}

interface WorkspaceRowProps {
  workspace: Workspace;
  isCurrent: boolean;
  onLeave: () => void;
}

function WorkspaceRow({ workspace, isCurrent, onLeave }: WorkspaceRowProps) {
  const { id, name, members } = workspace;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
          <span className="clipped font-medium">{name}</span>
          {isCurrent && <Badge tone="mute">Open</Badge>}
        </p>
        <RightsText {...workspace} />
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {counted({ one: 'member', many: 'members' }, members)}
          <span className="sr-only"> of {name}</span>
        </Button>
        <Button onClick={onLeave}>
          Leave<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isOpen && <Members workspace={id} />}
    </li>
  );
}

function Members({ workspace }: { workspace: string }) {
  const { data, error } = useQuery({
    queryKey: ['members of', workspace],
    queryFn: ({ signal }) => request(client.members.list, { workspace, signal }),
  });
  if (error) return <p className="text-sm text-bad">{messageOf(error, 'Failed to load members')}</p>;
  return (
    <ul className="grid gap-1 text-sm" aria-busy={!data}>
      {data?.members.map(({ userId, name, email, role }) => (
        <li key={userId} className="flex flex-wrap gap-x-2 wrap-anywhere">
          {name ?? email}
          {name !== null && <span className="text-ink-2">{email}</span>}
          <span className="text-ink-2">{roleTexts[role].label}</span>
        </li>
      ))}
    </ul>
  );
}
