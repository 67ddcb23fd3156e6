import { useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

interface LoadFailureProps {
  onRetry: () => void;
  onDismiss: (() => void) | undefined;
}

/** Replaces a popup whose code could not be loaded; the page below keeps working. */
export function LoadFailure({ onRetry, onDismiss }: LoadFailureProps) {
  const [isDismissed, setDismissed] = useState(false);
  return (
    !isDismissed && (
      <div className="fixed inset-x-4 bottom-4 z-70 mx-auto max-w-lg rounded-lg shadow-popup">
        <Banner
          tone="bad"
          title="This could not be opened."
          action={<Button onClick={onRetry}>Try Again</Button>}
          onDismiss={onDismiss ?? (() => setDismissed(true))}
        />
      </div>
    )
  );
}
