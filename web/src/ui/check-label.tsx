import type { ComponentProps, ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';

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
