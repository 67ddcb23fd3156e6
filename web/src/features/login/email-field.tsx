import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface EmailFieldProps extends ComponentProps<typeof Input> {
  error: string | undefined;
}

/** The address that a person signs in with; focused first. */
export const EmailField = ({ error, ...input }: EmailFieldProps) => (
  <Field label="Email" error={error}>
    {(aria) => <Input {...aria} {...input} type="email" autoComplete="username" autoFocus />}
  </Field>
);
