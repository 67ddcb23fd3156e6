import { client } from '@quartermaster/contract/api/client';
import { type RouterHistory, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { takeVisit } from '../../api/oidc.ts';
import { request } from '../../api/request.ts';
import { signInByProvider, useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { LoginFrame } from './login-frame.tsx';
import { SecondStep } from './second-step.tsx';

/** Completes what the tab began and continues there; returns the error, if any. */
async function comeBack(goTo: (path: string) => void): Promise<string | null> {
  const query = location.search.slice(1);
  history.replaceState(history.state, '', location.pathname);
  const visit = takeVisit();
  if (!visit || query === '') return 'This sign-in did not begin in this tab; sign in again';
  const { id, isLink, invitation } = visit;
  if (!isLink) {
    await signInByProvider({ id, query, ...(invitation !== null && { invitation }) });
    return null;
  }
  try {
    await request(client.oidc.link, { body: { id, query } });
    goTo('/account?section=security');
    toast({ title: 'Account linked' });
    return null;
  } catch (error) {
    return messageOf(error, 'Failed to link the account');
  }
}

// Only once: the provider's answer works once.
let coming: Promise<string | null> | null = null;

/** The page to which the identity provider returns. */
export default function ProviderPage() {
  const { status, challenge, error } = useSession();
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  useTitle('Sign in');
  const isReady = status.is !== 'loading';
  useEffect(() => {
    if (!isReady) return;
    coming ??= comeBack((path) => (router.history as RouterHistory).replace(path));
    void coming.then((failed) => {
      setProblem(failed);
      setOver(true);
    });
  }, [isReady, router]);
  const failed = problem ?? error;
  const isIn = isOver && failed === null && status.is === 'authenticated';
  useEffect(() => {
    if (isIn && location.pathname === '/login/oidc') (router.history as RouterHistory).replace('/');
  }, [isIn, router]);

  if (challenge) return <SecondStep challenge={challenge} />;
  if (!isOver || failed === null) return <PageSpinner />;
  return (
    <LoginFrame title="Sign in to Quartermaster">
      <div className="mt-6 grid gap-4">
        <Banner tone="bad" title={failed} />
        <Link to="/login" className="font-medium text-accent-text hover:underline">
          Back to sign-in
        </Link>
      </div>
    </LoginFrame>
  );
}
