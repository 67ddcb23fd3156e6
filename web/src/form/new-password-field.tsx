import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { SecretInput } from './secret-input.tsx';

interface NewPasswordFieldProps extends ComponentProps<typeof SecretInput> {
  label: string;
  error: string | undefined;
  /** What else happens with it. */
  note?: string;
}

/** Shows the requirements for a password, until the server or the form reports which are not met. */
export const NewPasswordField = ({ label, error, note = '', ...input }: NewPasswordFieldProps) => (
  <Field
    label={label}
    error={error}
    hint={error ? undefined : `At least 8 characters, with upper case, lower case and a number.${note}`}
  >
    {(aria) => <SecretInput {...aria} {...input} autoComplete="new-password" />}
  </Field>
);
