import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useReachable } from '../../api/reachable.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

interface CrashPageProps {
  title?: string | undefined;
  reset: () => void;
}

/** Shown when a page failed to load or render. Retries by itself once the server answers. */
export function CrashPage({ title, reset }: CrashPageProps) {
  const isReachable = useReachable();
  const [wasAway, setWasAway] = useState(false);
  if (!isReachable && !wasAway) setWasAway(true);
  useEffect(() => {
    if (isReachable && wasAway) reset();
  }, [isReachable, wasAway, reset]);
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 flex-col gap-3 p-4">
      {title && <PageHeader title={title} />}
      <OfflineBanner />
      <div role="alert" className="grid flex-1 place-items-center">
        <EmptyState
          icon={CircleAlert}
          title="This page could not be shown"
          body="If trying again does not help, see the browser's console for the reason."
          action={
            <Button variant="primary" onClick={reset}>
              Try Again
            </Button>
          }
        />
      </div>
    </div>
  );
}
