import type { User } from '@quartermaster/contract/auth/auth.schema';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import { signInSearch } from '../../api/search-params.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { LoadingFrame } from './loading-page.tsx';

/** Renders its children for signed-in users; sends others to the sign-in page, which leads back. */
export function AuthGate({ children }: { children: (user: User) => ReactNode }) {
  const { status } = useSession();
  const router = useRouter();
  useEffect(() => {
    if (status.is !== 'logged out') return;
    const { href, pathname } = router.latestLocation;
    // On a navigation without tokens the route redirects, with its own way back, which must not be replaced.
    if (pathname === '/login') return;
    const search = status.left ? {} : signInSearch(href);
    void router.navigate({ to: '/login', search, replace: true } as never);
  }, [status, router]);
  if (status.is === 'loading')
    return (
      <>
        <OfflineBanner />
        <LoadingFrame />
      </>
    );
  return status.is === 'authenticated' && children(status.user);
}
