import type { ComponentProps } from 'react';
import { Field, type LabelledProps } from './field.tsx';
import { Input } from './input.tsx';

interface InputFieldProps
  extends LabelledProps, Omit<ComponentProps<typeof Input>, keyof LabelledProps | 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
}

/** An input with its label, hint and error. */
export const InputField = ({
  label,
  required,
  hint,
  error,
  after,
  note,
  onChange,
  ...input
}: InputFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error} after={after} note={note}>
    {(aria) => <Input {...aria} {...input} onChange={({ target }) => onChange(target.value)} />}
  </Field>
);
