import { client } from '@quartermaster/contract/api/client';
import type { Member } from '@quartermaster/contract/members/members.schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Eye, Pencil, UserPlus, UserX } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useMay, useWorkspace } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { PanelRow } from '../../records/panel-list.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toaster.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { RightsText } from '../../access/workspaces/rights-text.tsx';

export const membersQuery = routeQuery(client.members.list);

type OpenDialog = { is: 'invite' } | { is: 'change' | 'remove'; member: Member };

/** The members and their rights; managers change them here. */
export default function MembersSection() {
  const { data, error, refetch } = useQuery(membersQuery);
  const { status } = useSession();
  const manages = useMay('manage');
  const isOwner = useWorkspace()?.role === 'OWNER';
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const own = status.is === 'authenticated' ? status.user.id : undefined;
  const members = data?.members ?? [];
  return (
    <>
      {error && (
        <Banner
          tone="bad"
          title="Failed to load members"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          {messageOf(error, 'Failed to load members')}
        </Banner>
      )}
      <Panel
        title={`Members${data ? ` (${members.length})` : ''}`}
        after={
          manages && (
            <Button
              variant="primary"
              icon={UserPlus}
              className="-mr-2"
              onClick={() => setDialog({ is: 'invite' })}
            >
              Invite
            </Button>
          )
        }
      >
        <ul className="panel-rows" aria-busy={!data && !error}>
          {members.map((member) => (
            <PanelRow
              key={member.userId}
              name={member.name ?? member.email}
              mark={member.userId === own && <Badge tone="mute">You</Badge>}
              detail={
                <p className="wrap-anywhere">
                  {member.name !== null && `${member.email} · `}
                  {member.lastSeenAt
                    ? `Last seen ${formatDateTime(member.lastSeenAt)}`
                    : `Joined ${formatDateTime(member.joinedAt)}`}
                  {manages && member.secondFactor && ' · Second factor'}
                </p>
              }
              badges={<RightsText {...member} />}
            >
              {manages && (
                <Link
                  to="/settings"
                  search={{ section: 'rotation', person: member.userId }}
                  aria-label={`Secrets ${member.email} has seen`}
                  data-tip="Secrets seen"
                  className="grid size-7 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink max-md:size-10"
                >
                  <Eye aria-hidden className="size-4" strokeWidth={1.75} />
                </Link>
              )}
              {manages && (member.role !== 'OWNER' || isOwner) && (
                <span className="flex">
                  <IconButton
                    label={`Change ${member.email}`}
                    icon={Pencil}
                    onClick={() => setDialog({ is: 'change', member })}
                  />
                  {member.userId !== own && (
                    <IconButton
                      label={`Remove ${member.email}`}
                      icon={UserX}
                      onClick={() => setDialog({ is: 'remove', member })}
                    />
                  )}
                </span>
              )}
            </PanelRow>
          ))}
        </ul>
      </Panel>
      {manages && <Invitations />}
      {dialog?.is === 'invite' && <InviteDialog isOwner={isOwner} onClose={close} />}
      {dialog?.is === 'change' && <MemberDialog member={dialog.member} isOwner={isOwner} onClose={close} />}
      {dialog?.is === 'remove' && <RemoveMemberDialog member={dialog.member} onClose={close} />}
    </>
  );
}

/** Ends a membership at once. */
function RemoveMemberDialog({ member: { userId, email }, onClose }: { member: Member; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <RemoveDialog
      title={`Remove ${email} from the workspace?`}
      label="Remove"
      busyLabel="Removing..."
      failure="Failed to remove the member"
      onRemove={async () => {
        await request(client.members.remove, { params: { userId } });
        toast({ title: `${email} is no longer a member` });
        await queryClient.invalidateQueries();
        void navigate({ to: '/settings', search: { section: 'rotation', person: userId } });
      }}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Their access ends at once. What they created stays. Next: the passwords they saw, so that you can
        change them.
      </p>
    </RemoveDialog>
  );
}
