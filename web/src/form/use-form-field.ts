import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { RecordForm } from './use-record-form.ts';

/** Props of every field bound to a form. */
export interface FormFieldProps<V extends FieldValues> {
  form: Pick<RecordForm<V>, 'control' | 'errors' | 'contested'>;
  name: FieldPath<V>;
  label: string;
  required?: boolean;
}

export function useFormField<V extends FieldValues>({
  form,
  name,
}: Pick<FormFieldProps<V>, 'form' | 'name'>) {
  const { field } = useController({ control: form.control, name });
  return { field, error: form.errors[name], contested: form.contested[name] };
}
