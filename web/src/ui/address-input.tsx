import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

/**
 * An input for an email address. Not of type "email": browsers turn its domain into ASCII by rules of 2003, which lead to
 * another domain where the name has a ß or a joiner.
 */
export const AddressInput = (props: ComponentProps<typeof Input>) => (
  <Input {...props} inputMode="email" isExact />
);
