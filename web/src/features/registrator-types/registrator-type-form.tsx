import { client } from '@quartermaster/contract/api/client';
import {
  type RegistratorType,
  registratorType as registratorTypeEntity,
} from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { readableSecrets } from '@quartermaster/contract/rules/secret-names';
import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Contested, yesOrNo } from '../../records/contested.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { PresetButtons } from '../../form/preset-buttons.tsx';
import { errorsBelow } from '../../form/record-body.ts';
import { TextField } from '../../form/text-field.tsx';
import { UrlField } from '../../form/url-field.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { toast } from '../../ui/toaster.tsx';
import { GlobalType } from './global-type.tsx';
import { ApiFieldsEditor } from './api-fields-editor.tsx';
import { wordList } from '../../ui/format.ts';

const defaults = {
  name: '',
  websiteUrl: '',
  hasApi: false,
  apiFields: {} as CredentialFields,
  isGlobal: false,
};

/** Says after saving what the editor says before. */
function warnOf({ name, apiFields }: RegistratorType): void {
  const labels = readableSecrets(apiFields).map((field) => apiFields[field]?.label ?? field);
  if (labels.length > 0)
    toast({
      title: `Members without the right to secrets will read ${wordList(labels)} of ${name}`,
      type: 'info',
    });
}

interface RegistratorTypeFormProps {
  /** Undefined for a new type. */
  record: RegistratorType | undefined;
  onClose: (saved?: RegistratorType) => void;
}

export default function RegistratorTypeForm({ record, onClose }: RegistratorTypeFormProps) {
  const form = useRecordForm({
    entity: registratorTypeEntity,
    record,
    defaults,
    onDone: (saved) => {
      warnOf(saved);
      onClose(saved);
    },
  });
  const popular = useQuery({ ...routeQuery(client.registratorTypes.popular), enabled: !record });
  /** The name of the latest preset. */
  const [picked, setPicked] = useState('');
  const { hasApi, apiFields } = form.values;
  return (
    <FormSurface
      mode="sheet"
      title={record ? 'Edit Registrator Type' : 'Add Registrator Type'}
      submitLabel={record ? 'Update Type' : 'Create Type'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      {!record && (
        <PresetButtons
          presets={popular.data?.popularTypes ?? []}
          nameOf={({ name }) => name}
          onPick={({ name, websiteUrl, hasApi: has, apiFields: fields }) => {
            form.set({ name, websiteUrl: websiteUrl ?? '', hasApi: has, apiFields: fields });
            setPicked(name);
          }}
        />
      )}
      {picked !== '' && <GlobalType name={picked} onUse={onClose} />}
      <TextField form={form} name="name" required />
      <UrlField form={form} name="websiteUrl" />
      <CheckLabel
        checked={hasApi}
        onChange={({ target: { checked } }) =>
          form.set({ hasApi: checked, apiFields: checked ? apiFields : {} })
        }
      >
        This registrator offers API access
      </CheckLabel>
      <Contested field={form.contested['hasApi']} show={yesOrNo} />
      <Contested
        field={form.contested['apiFields']}
        show={(fields) => Object.keys(fields ?? {}).join(', ') || 'no API fields'}
      />
      {hasApi && (
        <ApiFieldsEditor
          fields={apiFields}
          onChange={(fields, name) => form.set({ apiFields: fields }, ['apiFields', `apiFields.${name}`])}
          errors={errorsBelow(form.errors, 'apiFields')}
          error={form.errors['apiFields']}
        />
      )}
    </FormSurface>
  );
}
