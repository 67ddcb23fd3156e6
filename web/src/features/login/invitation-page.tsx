import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { clearSessionError, signOut, useSession } from '../../api/session.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { takeToken } from './link-token.ts';
import { LoginFrame } from './login-frame.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Where the link of an invitation leads: to join, after signing in or registering where that is needed. */
export default function InvitationPage() {
  const { status } = useSession();
  const [token] = useState(takeToken);
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    document.title = 'Invitation · Quartermaster';
  }, []);

  if (token === '')
    return <LoginFrame title="Invitation" subtitle="This link is not complete. Ask for a new one." />;
  if (status.is === 'loading') return <PageSpinner />;
  if (status.is === 'authenticated') return <Joining token={token} email={status.user.email} />;
  return (
    <LoginFrame
      title={isNew ? 'Create your account' : 'Sign in to Quartermaster'}
      subtitle="You were invited to a workspace. Use the address that the invitation was sent to."
      below={
        <>
          {isNew ? 'Already have an account?' : "Don't have an account?"}{' '}
          <button
            type="button"
            className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline"
            onClick={() => {
              clearSessionError();
              setNew(!isNew);
            }}
          >
            {isNew ? 'Sign in' : 'Create one'}
          </button>
        </>
      }
    >
      {isNew ? <RegistrationForm invitation={token} /> : <SignInForm invitation={token} />}
    </LoginFrame>
  );
}

function Joining({ token, email }: { token: string; email: string }) {
  const join = useMutation({
    mutationFn: () => request(client.invitations.accept, { body: { token } }),
    onSuccess: ({ workspace }) => enterWorkspace(workspace.id),
  });
  return (
    <LoginFrame title="You were invited to a workspace" subtitle={`You are signed in as ${email}.`}>
      <div className="mt-6 grid gap-3">
        {join.error && <Banner tone="bad" title={messageOf(join.error, 'Failed to join the workspace')} />}
        <Button
          variant="primary"
          className="h-10 w-full text-base"
          busy={join.isPending}
          onClick={() => join.mutate()}
        >
          {join.isPending ? 'Joining...' : 'Join the workspace'}
        </Button>
        <Button variant="ghost" className="h-10" onClick={() => void signOut()}>
          Use another account
        </Button>
      </div>
    </LoginFrame>
  );
}
