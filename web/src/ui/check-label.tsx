import { type ComponentProps, type ReactNode, useContext } from 'react';
import { Checkbox } from './checkbox.tsx';
import { ReadOnly } from './read-only.ts';

interface CheckLabelProps extends ComponentProps<typeof Checkbox> {
  children: ReactNode;
}

/** A checkbox whose label is part of its target. */
export const CheckLabel = ({ children, disabled, ...box }: CheckLabelProps) => (
  <label className="flex min-h-6 items-center gap-2 has-disabled:text-ink-3">
    <Checkbox {...box} disabled={useContext(ReadOnly) || disabled} />
    {children}
  </label>
);
