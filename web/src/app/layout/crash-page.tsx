import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown when a page failed to load or render. */
export function CrashPage() {
  return (
    <div role="alert" className="grid flex-1 place-items-center">
      <EmptyState
        icon={CircleAlert}
        title="This page could not be shown"
        body="Load it again. If that does not help, the log in the browser's console says why."
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    </div>
  );
}
