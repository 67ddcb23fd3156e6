import clsx from 'clsx';

/** A keyboard key, by its label. */
export const Key = ({ children, className }: { children: string; className?: string }) => (
  <kbd className={clsx('rounded border border-line bg-sunken px-1 font-sans text-xs text-ink-2', className)}>
    {children}
  </kbd>
);
