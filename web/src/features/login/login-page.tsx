import { type RouterHistory, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import { safePath } from '../../api/search-params.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { SignInOrUp } from './sign-in-or-up.tsx';

/** Sign-in and registration. Signed-in users return to the page they came from. */
export default function LoginPage() {
  const { status } = useSession();
  const router = useRouter();
  const { from }: { from?: string } = useSearch({ strict: false });
  useEffect(() => {
    const history = router.history as RouterHistory;
    if (status.is === 'authenticated') history.replace(safePath(from));
  }, [status.is, router, from]);

  if (status.is !== 'logged out') return <PageSpinner />;
  return <SignInOrUp subtitle="Manage your infrastructure with ease" />;
}
