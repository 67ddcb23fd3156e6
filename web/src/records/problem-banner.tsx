import { useState } from 'react';
import { isUnreachable, messageOf } from '../api/error.ts';
import { retrying, useSaysUnreachable } from '../api/reachable.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

interface ProblemBannerProps {
  /** What failed: 'Failed to load domains'. */
  title: string;
  /** The error; without one there is no banner. */
  error: unknown;
  /** The message of an error that has none. */
  fallback?: string;
  onDismiss?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/** Stays dismissed until another error occurs. */
export function ProblemBanner(props: ProblemBannerProps) {
  const { title, error, fallback = 'An error occurred', onDismiss, onRetry } = props;
  const [dismissed, setDismissed] = useState<unknown>();
  const isShown = Boolean(error) && error !== dismissed;
  const isOffline = useSaysUnreachable(isShown && isUnreachable(error));
  if (!isShown) return null;
  return (
    <Banner
      tone="bad"
      title={title}
      onDismiss={() => {
        setDismissed(error);
        onDismiss?.();
      }}
      action={onRetry && <Button onClick={onRetry}>Try Again</Button>}
    >
      {isOffline ? `The server can't be reached. ${retrying}` : messageOf(error, fallback)}
    </Banner>
  );
}
