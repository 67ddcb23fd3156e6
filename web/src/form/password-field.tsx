import type { FieldValues } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { StoredSecretInput } from './stored-secret-input.tsx';
import { Contested } from './contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export function PasswordField<V extends FieldValues>({ form, name, label, required }: FormFieldProps<V>) {
  const { field, error, contested } = useFormField({ form, name });
  return (
    <Field label={label} required={required} error={error} note={<Contested field={contested} isSecret />}>
      {(aria) => <StoredSecretInput {...aria} {...field} value={field.value ?? ''} path={name} />}
    </Field>
  );
}
