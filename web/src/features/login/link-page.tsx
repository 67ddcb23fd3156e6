import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { LoginFrame } from './login-frame.tsx';

interface LinkPageProps {
  title: string;
  subtitle: string;
  label: string;
  busyLabel: string;
  /** The title of a failure whose response has no message. */
  failure: string;
  /** Advice after a failure. */
  help?: string;
  send: () => Promise<unknown>;
  /** Other things to do. */
  children?: ReactNode;
}

/** Says what a link does, and does it on a press: programs that scan mail open links. */
export function LinkPage({
  title,
  subtitle,
  label,
  busyLabel,
  failure,
  help,
  send,
  children,
}: LinkPageProps) {
  const { mutate, error, isPending } = useMutation({ mutationFn: send });
  return (
    <LoginFrame title={title} subtitle={subtitle}>
      <div className="mt-6 grid gap-3">
        {error && (
          <Banner tone="bad" title={messageOf(error, failure)}>
            {help}
          </Banner>
        )}
        <Button variant="primary" className="h-10 w-full text-base" busy={isPending} onClick={() => mutate()}>
          {isPending ? busyLabel : label}
        </Button>
        {children}
      </div>
    </LoginFrame>
  );
}

/** Shown if a link lost its token on the way. */
export const CutLink = ({ title }: { title: string }) => (
  <LoginFrame
    title={title}
    subtitle="This link is not complete. Ask for a new one."
    below={
      <Link to="/" className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline">
        Go to Quartermaster
      </Link>
    }
  />
);

/** The token is in the fragment, which is never sent; it leaves the address bar at once. */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}
