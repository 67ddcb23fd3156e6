import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Input } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';
import { Contested } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

interface TextFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  placeholder?: string;
  hint?: ReactNode;
  autoComplete?: string;
  inputMode?: 'numeric' | 'decimal' | 'url' | 'email';
  isExact?: boolean;
  /** Returns whether it handled the pasted text itself. */
  onPaste?: (text: string) => boolean;
  /** Called with the text when the field is left, before it is checked. */
  onLeave?: (text: string) => void;
}

export function TextField<V extends FieldValues>(props: TextFieldProps<V>) {
  const { required, hint, placeholder, inputMode, isExact, autoComplete = 'off', onPaste, onLeave } = props;
  const { field, label, error, contested } = useFormField(props);
  return (
    <Field label={label} required={required} hint={hint} error={error} note={<Contested field={contested} />}>
      {(aria) => (
        <Input
          {...aria}
          placeholder={placeholder}
          inputMode={inputMode}
          isExact={isExact ?? inputMode !== undefined}
          {...field}
          value={field.value ?? ''}
          autoComplete={autoComplete}
          onBlur={() => {
            onLeave?.(String(field.value ?? ''));
            field.onBlur();
          }}
          onPaste={(event) => {
            if (onPaste?.(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
      )}
    </Field>
  );
}
