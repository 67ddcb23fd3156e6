import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { signOut, useSession } from '../../api/session.ts';
import { roleTexts } from '../../access/workspaces/rights-text.tsx';
import { enterWorkspace } from '../../api/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CutLink, LinkPage, takeToken } from './link-page.tsx';
import { SignInOrUp } from './sign-in-or-up.tsx';

/** The page behind an invitation's link: joins the workspace, after a sign-in or registration if needed. */
export default function InvitationPage() {
  const { status } = useSession();
  const [token] = useState(takeToken);
  const { data, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request(client.invitations.open, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: 'static',
  });
  useTitle('Invitation');
  if (token === '') return <CutLink title="Invitation" />;
  if (status.is === 'loading' || isPending) return <PageSpinner />;
  const invited = data?.invitation;
  const subtitle = invited
    ? `${invited.invitedBy} invites you to the workspace ${invited.workspace} as ${roleTexts[invited.role].label.toLowerCase()}.`
    : 'You were invited to a workspace.';
  if (status.is === 'logged out')
    return (
      <SignInOrUp
        tab="Invitation"
        subtitle={`${subtitle} Use the address that the invitation was sent to.`}
        invitation={token}
        email={invited?.email ?? ''}
      />
    );
  return (
    <LinkPage
      title="You were invited to a workspace"
      subtitle={`${subtitle} You are signed in as ${status.user.email}.`}
      label="Join the workspace"
      busyLabel="Joining..."
      failure="Failed to join the workspace"
      help={`It works once, for ${limits.invitationDays} days, and only for the address that it was sent to.`}
      send={async () => {
        const { workspace } = await request(client.invitations.accept, { body: { token } });
        enterWorkspace(workspace.id);
      }}
    >
      <Button variant="ghost" className="h-10" onClick={() => void signOut()}>
        Use another account
      </Button>
    </LinkPage>
  );
}
