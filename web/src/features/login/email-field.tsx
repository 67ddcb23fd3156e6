import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { AddressInput } from '../../ui/address-input.tsx';

interface EmailFieldProps extends ComponentProps<typeof AddressInput> {
  error: string | undefined;
}

/** The address that a person signs in with; focused first. */
export const EmailField = ({ error, ...input }: EmailFieldProps) => (
  <Field label="Email" error={error}>
    {(aria) => <AddressInput {...aria} {...input} autoComplete="username" autoFocus />}
  </Field>
);
