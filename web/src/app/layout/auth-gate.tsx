import type { User } from '@quartermaster/contract/auth/auth.schema';
import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { signInSearch } from '../../api/search-params.ts';
import { PageSpinner } from '../../ui/spinner.tsx';

/** Renders its children for signed-in users; sends anyone else to the sign-in page, and back afterwards. */
export function AuthGate({ children }: { children: (user: User) => ReactNode }) {
  const { status } = useSession();
  const here = useLocation({ select: ({ href }) => href });
  if (status.is === 'loading') return <PageSpinner />;
  if (status.is === 'authenticated') return children(status.user);
  return <Navigate to="/login" search={status.left ? {} : signInSearch(here)} replace />;
}
