import { useState } from 'react';
import { messageOf } from '../api/error.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

interface ProblemBannerProps {
  /** What could not be done: 'Failed to load domains'. */
  title: string;
  /** Why. Without it there is no banner. */
  error: unknown;
  onDismiss?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/** Can be dismissed, until another error comes. */
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
      {messageOf(error, '')}
    </Banner>
  );
}
