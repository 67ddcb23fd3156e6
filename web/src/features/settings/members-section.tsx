import { client } from '@quartermaster/contract/api/client';
import type { Member } from '@quartermaster/contract/members/members.schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye, Pencil, UserPlus, UserX } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { routeQuery } from '../../api/queries.ts';
import { useMay, useWorkspace } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RightsText } from '../../access/workspaces/rights-text.tsx';

export const membersQuery = routeQuery(client.members.list);

type Asked = { is: 'invite' } | { is: 'change' | 'remove'; member: Member };

/** The members and their rights; managers change them here. */
export default function MembersSection() {
  const { data, error, refetch } = useQuery(membersQuery);
  const { status } = useSession();
  const manages = useMay('manage');
  const isOwner = useWorkspace()?.role === 'OWNER';
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
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
              onClick={() => setAsked({ is: 'invite' })}
            >
              Invite
            </Button>
          )
        }
      >
        <ul className="panel-rows" aria-busy={!data && !error}>
          {members.map((member) => {
            const mayChange = manages && (member.role !== 'OWNER' || isOwner);
            return (
              <li
                key={member.userId}
                className="flex min-h-14 items-center gap-x-3 gap-y-1 px-4 py-2 max-md:flex-wrap"
              >
                <div className="min-w-0 flex-1">
                  <p className="flex items-center gap-2">
                    <span className="clipped font-medium">{member.name ?? member.email}</span>
                    {member.userId === own && <Badge tone="mute">You</Badge>}
                  </p>
                  <p className="text-xs wrap-anywhere text-ink-2">
                    {member.name !== null && `${member.email} · `}
                    {member.lastSeenAt
                      ? `Last seen ${formatDateTime(member.lastSeenAt)}`
                      : `Joined ${formatDateTime(member.joinedAt)}`}
                    {manages && member.secondFactor && ' · Second factor'}
                  </p>
                </div>
                <span className="max-md:order-last max-md:w-full">
                  <RightsText {...member} />
                </span>
                {manages && (
                  <Link
                    to="/settings"
                    search={{ section: 'rotation', person: member.userId }}
                    aria-label={`What ${member.email} knows`}
                    data-tip="Known secrets"
                    className="grid size-7 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink max-md:size-10"
                  >
                    <Eye aria-hidden className="size-4" strokeWidth={1.75} />
                  </Link>
                )}
                {mayChange && (
                  <span className="flex">
                    <IconButton
                      label={`Change ${member.email}`}
                      icon={Pencil}
                      onClick={() => setAsked({ is: 'change', member })}
                    />
                    {member.userId !== own && (
                      <IconButton
                        label={`Remove ${member.email}`}
                        icon={UserX}
                        onClick={() => setAsked({ is: 'remove', member })}
                      />
                    )}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </Panel>
      {manages && <Invitations />}
      {asked?.is === 'invite' && <InviteDialog isOwner={isOwner} onClose={close} />}
      {asked?.is === 'change' && <MemberDialog member={asked.member} isOwner={isOwner} onClose={close} />}
      {asked?.is === 'remove' && <RemoveMemberDialog member={asked.member} onClose={close} />}
    </>
  );
}
