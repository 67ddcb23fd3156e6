import { type RouterHistory, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { clearSessionError, useSession } from '../../api/session.ts';
import { safePath } from '../../api/search-params.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { LoginFrame } from './login-frame.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Sign-in, which can be switched to registration. Signed-in users go back to the page they came from. */
export default function LoginPage() {
  const { status } = useSession();
  const router = useRouter();
  const { from }: { from?: string } = useSearch({ strict: false });
  const [isNew, setNew] = useState(false);
  const title = isNew ? 'Create your account' : 'Sign in to Quartermaster';

  useEffect(() => {
    document.title = isNew ? 'Create your account · Quartermaster' : 'Sign in · Quartermaster';
  }, [isNew]);
  useEffect(() => {
    const history = router.history as RouterHistory;
    if (status.is === 'authenticated') history.replace(safePath(from));
  }, [status.is, router, from]);

  if (status.is !== 'logged out') return <PageSpinner />;

  function turn() {
    clearSessionError();
    setNew(!isNew);
  }

  return (
    <LoginFrame
      title={title}
      subtitle={isNew ? undefined : 'Manage your infrastructure with ease'}
      below={
        <>
          {isNew ? 'Already have an account?' : "Don't have an account?"}{' '}
          <button
            type="button"
            className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline"
            onClick={turn}
          >
            {isNew ? 'Sign in' : 'Create one'}
          </button>
        </>
      }
    >
      {isNew ? <RegistrationForm /> : <SignInForm />}
    </LoginFrame>
  );
}
