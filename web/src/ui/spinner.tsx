import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';

export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('shrink-0 animate-spin', className)} />;
}

/** Fills its container and announces that content is loading. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-60 flex-1 place-items-center text-ink-3">
      <Spinner className="size-6" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
