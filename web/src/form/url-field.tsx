import type { FieldValues } from 'react-hook-form';
import { Input } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';
import { withScheme } from './body-texts.ts';
import { Contested } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

/** A web address; its scheme may be left out. */
export function UrlField<V extends FieldValues>(props: FormFieldProps<V>) {
  const { required } = props;
  const { field, label, error, contested } = useFormField(props);
  const value = String(field.value ?? '');
  return (
    <Field label={label} required={required} error={error} note={<Contested field={contested} />}>
      {(aria) => (
        <Input
          {...aria}
          {...field}
          type="url"
          inputMode="url"
          isExact
          placeholder="https://"
          autoComplete="off"
          value={value}
          onBlur={() => {
            if (withScheme(value) !== value) field.onChange(withScheme(value));
            field.onBlur();
          }}
        />
      )}
    </Field>
  );
}
