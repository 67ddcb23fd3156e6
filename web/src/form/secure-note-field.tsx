import { limits } from '@quartermaster/contract/rules/limits';
import type { FieldValues, Path } from 'react-hook-form';
import { Contested } from '../records/contested.tsx';
import { SecretTextArea } from './secret-text-area.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

const name = 'secureNote';

/** What only those read who may read secrets: the last field of a form. */
export function SecureNoteField<V extends FieldValues>({ form }: Pick<FormFieldProps<V>, 'form'>) {
  const { field, label, error, contested } = useFormField({ form, name: name as Path<V> });
  const value = String(field.value ?? '');
  return (
    <SecretTextArea
      label={label}
      what="secure note"
      path={name}
      value={value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={error}
      note={<Contested field={contested} isSecret />}
      counter={
        <span className={`ml-auto ${value.length > limits.secureNote ? 'text-bad' : ''}`}>
          {value.length}/{limits.secureNote}
        </span>
      }
      hintOf={() => 'Encrypted, for those who may read secrets; neither searched nor exported.'}
    />
  );
}
