import { type RouterHistory, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { clearSessionError, useSession } from '../../api/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { safePath } from '../../api/search-params.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
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
    <main className="relative grid flex-1 place-items-center px-4 py-10">
      <div className="absolute top-3 right-3">
        <ThemeSwitch />
      </div>
      <div className="w-full max-w-[25rem]">
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
          <Logo className="size-10" />
          <h1 className="mt-5 text-xl font-semibold">{title}</h1>
          {!isNew && <p className="mt-1 text-ink-2">Manage your infrastructure with ease</p>}
          {isNew ? <RegistrationForm /> : <SignInForm />}
        </div>
        <p className="mt-5 text-center text-sm text-ink-2">
          {isNew ? 'Already have an account?' : "Don't have an account?"}{' '}
          <button
            type="button"
            className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline"
            onClick={turn}
          >
            {isNew ? 'Sign in' : 'Create one'}
          </button>
        </p>
      </div>
    </main>
  );
}
