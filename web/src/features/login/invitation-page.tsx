import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { signOut, useSession } from '../../api/session.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CutLink, LinkPage } from './link-page.tsx';
import { takeToken } from './link-token.ts';
import { SignInOrUp } from './sign-in-or-up.tsx';

/** The page behind an invitation's link: joins the workspace, after a sign-in or registration if needed. */
export default function InvitationPage() {
  const { status } = useSession();
  const [token] = useState(takeToken);
  useTitle('Invitation');
  if (token === '') return <CutLink title="Invitation" />;
  if (status.is === 'loading') return <PageSpinner />;
  if (status.is === 'logged out')
    return (
      <SignInOrUp
        tab="Invitation"
        subtitle="You were invited to a workspace. Use the address that the invitation was sent to."
        invitation={token}
      />
    );
  return (
    <LinkPage
      title="You were invited to a workspace"
      subtitle={`You are signed in as ${status.user.email}.`}
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
