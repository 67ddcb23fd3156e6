import type { FieldValues } from 'react-hook-form';
import { Select } from '../ui/select.tsx';
import { Field } from '../ui/field.tsx';
import { Contested } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

interface SelectFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  options: readonly { value: string; label: string }[];
  /** The label of no choice; without it one is always chosen. */
  emptyLabel?: string;
  hint?: string;
}

export function SelectField<V extends FieldValues>(props: SelectFieldProps<V>) {
  const { required, options, emptyLabel, hint } = props;
  const { field, label, error, contested } = useFormField(props);
  const labelOf = (value: unknown) =>
    options.find((option) => option.value === value)?.label ?? emptyLabel ?? String(value);
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={error}
      note={<Contested field={contested} show={labelOf} />}
    >
      {(aria) => (
        <Select
          {...aria}
          options={options}
          emptyLabel={emptyLabel}
          value={field.value ?? ''}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
