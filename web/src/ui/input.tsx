import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { unmanaged } from './unmanaged.ts';

/** On touch widths, 16 px prevents iOS from zooming in. */
export const controlClass = clsx(
  'w-full rounded-md border border-control bg-surface px-2.5 text-base text-ink max-md:text-lg',
  'focus:outline-2 focus:outline-offset-0 focus:outline-accent',
  'aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken',
);

const exact = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

interface InputProps extends ComponentProps<'input'> {
  /** For user names, addresses and codes: phones neither capitalise nor correct them. */
  isExact?: boolean;
}

/** With autocomplete off, password managers leave it alone too. */
export function Input({ className, isExact = false, ...rest }: InputProps) {
  return (
    <input
      {...(rest.autoComplete === 'off' && unmanaged)}
      {...(isExact && exact)}
      {...rest}
      className={clsx(controlClass, 'h-8 max-md:h-10', className)}
    />
  );
}
