import type { ComponentProps, ReactNode } from 'react';
import clsx from 'clsx';

/** The box alone; wrap it in a label. */
export function Checkbox({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type="checkbox" className={clsx('check shrink-0', className)} />;
}

interface CheckLabelProps extends ComponentProps<typeof Checkbox> {
  children: ReactNode;
}

/** A checkbox whose label is part of its target. */
export const CheckLabel = ({ children, ...box }: CheckLabelProps) => (
  <label className="flex min-h-6 items-center gap-2 has-disabled:text-ink-3">
    <Checkbox {...box} />
    {children}
  </label>
);
