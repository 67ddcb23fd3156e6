import { cdnProviderIds } from '@quartermaster/contract/catalog/cdn-provider-names';
import { Field } from '../../ui/field.tsx';
import { Contested } from '../../records/contested.tsx';
import { type FormFieldProps, useFormField } from '../../form/use-form-field.ts';
import { Select } from '../../ui/select.tsx';
import type { CdnValues } from './cdn-values.ts';
import { providerName } from './provider-badge.tsx';

interface ProviderSelectProps {
  form: FormFieldProps<CdnValues>['form'];
  value: string;
  onChange: (provider: string) => void;
}

const providers = cdnProviderIds.map((id) => ({ value: id, label: providerName(id) }));
const cdnName = (id: unknown) => cdnProviderIds.filter((known) => known === id).map(providerName)[0];

/** `onChange` handles what else depends on the provider. */
export function ProviderSelect({ form, value, onChange }: ProviderSelectProps) {
  const { field, error, contested } = useFormField({ form, name: 'provider' });
  return (
    <Field
      label="CDN Provider"
      required
      error={error}
      note={<Contested field={contested} show={(id) => cdnName(id)} />}
    >
      {(aria) => (
        <Select
          {...aria}
          options={providers}
          emptyLabel="Select a provider"
          value={value}
          onChange={onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
