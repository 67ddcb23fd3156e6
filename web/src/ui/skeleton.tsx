import clsx from 'clsx';

/** A grey bar instead of text; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('pulse block rounded bg-mute-soft', className)} />;
}
