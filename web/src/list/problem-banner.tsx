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

export function ProblemBanner({ title, error, onDismiss, onRetry }: ProblemBannerProps) {
  if (!error) return null;
  return (
    <Banner
      tone="bad"
      title={title}
      onDismiss={onDismiss}
      action={onRetry && <Button onClick={onRetry}>Try Again</Button>}
    >
      {messageOf(error, '')}
    </Banner>
  );
}
