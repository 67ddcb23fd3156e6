import clsx from 'clsx';

/** A grey bar where text will be; its size comes from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('pulse block rounded bg-mute-soft', className)} />;
}
