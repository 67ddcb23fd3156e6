import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { fieldHeading } from '../records/entity.ts';
import type { RecordForm } from './use-record-form.ts';

/** Props of every field bound to a form. */
export interface FormFieldProps<V extends FieldValues> {
  form: Pick<RecordForm<V>, 'control' | 'errors' | 'contested' | 'labels'>;
  name: FieldPath<V>;
  /** By default the field's own, as a heading. */
  label?: string;
  required?: boolean;
}

export function useFormField<V extends FieldValues>({
  form,
  name,
  label = fieldHeading({ fieldLabels: form.labels }, name),
}: Pick<FormFieldProps<V>, 'form' | 'name' | 'label'>) {
  const { field } = useController({ control: form.control, name });
  return { field, label, error: form.errors[name], contested: form.contested[name] };
}
