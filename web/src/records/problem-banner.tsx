import { useState } from 'react';
import { messageOf } from '../api/error.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

interface ProblemBannerProps {
  /** What failed: 'Failed to load domains'. */
  title: string;
  /** The error; without one there is no banner. */
  error: unknown;
  onDismiss?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/** Stays dismissed until another error occurs. */
export function ProblemBanner({ title, error, onDismiss, onRetry }: ProblemBannerProps) {
  const [dismissed, setDismissed] = useState<unknown>();
  if (!error || error === dismissed) return null;
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
      {messageOf(error, 'An error occurred')}
    </Banner>
  );
}
