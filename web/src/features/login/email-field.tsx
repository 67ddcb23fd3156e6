import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface EmailFieldProps extends ComponentProps<typeof Input> {
  error: string | undefined;
}

/** By what a person is known here; where the typing begins. */
export const EmailField = ({ error, ...input }: EmailFieldProps) => (
  <Field label="Email" error={error}>
    {(aria) => <Input {...aria} {...input} type="email" autoComplete="username" autoFocus />}
  </Field>
);
