import { limits } from '@quartermaster/contract/rules/limits';
import type { FieldValues } from 'react-hook-form';
import { Textarea } from '../ui/textarea.tsx';
import { Field } from '../ui/field.tsx';
import { Contested } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

interface CommentFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  max?: number;
}

/** A text area with a live counter. Accepts more than `max`, so that pasted text is not cut. */
export function CommentField<V extends FieldValues>(props: CommentFieldProps<V>) {
  const { required, max = limits.comment } = props;
  const { field, label, error, contested } = useFormField(props);
  const { length } = String(field.value ?? '').trim();
  return (
    <Field
      label={label}
      required={required}
      error={error}
      note={<Contested field={contested} />}
      counter={
        <span className={`ml-auto ${length > max ? 'text-bad' : ''}`}>
          {length}/{max}
        </span>
      }
    >
      {(aria) => <Textarea {...aria} {...field} value={field.value ?? ''} rows={4} />}
    </Field>
  );
}
