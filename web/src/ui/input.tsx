import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** Tells 1Password, LastPass, Bitwarden and Dashlane to leave a field alone: they ignore `autocomplete`. */
export const unmanaged = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
} as const;

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

/**
 * An input for an email address. Not of type "email": browsers turn its domain into ASCII by rules of 2003, which lead to
 * another domain where the name has a ß or a joiner.
 */
export const AddressInput = (props: ComponentProps<typeof Input>) => (
  <Input {...props} inputMode="email" isExact />
);
