import type { FieldValues } from 'react-hook-form';
import { Contested } from '../records/contested.tsx';
import { SecretField } from './secret-field.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export function PasswordField<V extends FieldValues>(props: FormFieldProps<V>) {
  const { name, required } = props;
  const { field, label, error, contested } = useFormField(props);
  return (
    <SecretField
      label={label}
      required={required}
      error={error}
      note={<Contested field={contested} isSecret />}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      path={name}
    />
  );
}
