import type { FieldValues } from 'react-hook-form';
import { CheckLabel } from '../ui/check-label.tsx';
import { Contested, yesOrNo } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

interface CheckFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  disabled?: boolean;
}

export function CheckField<V extends FieldValues>(props: CheckFieldProps<V>) {
  const { disabled = false } = props;
  const { field, label, error, contested } = useFormField(props);
  const { value, ...rest } = field;
  return (
    <div className="grid gap-1">
      <CheckLabel {...rest} checked={value === true} disabled={disabled} aria-invalid={error !== undefined}>
        {label}
      </CheckLabel>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      <Contested field={contested} show={yesOrNo} />
    </div>
  );
}
