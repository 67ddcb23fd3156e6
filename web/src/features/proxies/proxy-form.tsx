import { client } from '@quartermaster/contract/api/client';
import { proxyCountries } from '@quartermaster/contract/catalog/countries';
import { proxyDefaults, proxyTypes } from '@quartermaster/contract/catalog/proxy-types';
import { type Proxy, proxy as proxyEntity } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { CheckField } from '../../form/check-field.tsx';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { PasswordField } from '../../form/secret-field.tsx';
import { portOf } from '../../form/typed-numbers.ts';
import { SelectField } from '../../form/select-field.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { TextField } from '../../form/text-field.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { proxyParts } from './proxy-line.ts';
import { ProxyTest } from './proxy-test.tsx';

const defaults = {
  name: '',
  ip: '',
  /** As typed. */
  port: String(proxyDefaults.port),
  type: proxyDefaults.type as string,
  username: '',
  password: '',
  country: '',
  tags: [] as Tag[],
  comment: '',
  isActive: true,
  secureNote: '',
};
type Values = typeof defaults;

/** The address may be that of a whole proxy, if the form is sent from its field. */
function toBody(values: Values) {
  const given = { ...values, ...proxyParts(values.ip) };
  return { ...given, port: portOf(given.port) };
}

const types = proxyTypes.map((type) => ({ value: type, label: type }));

/** A country stored through the API may not be in the list. */
const countriesWith = (stored: string | null | undefined) =>
  [...new Set([...proxyCountries, ...(stored ? [stored] : [])])].map((name) => ({
    value: name,
    label: name,
  }));

const needed = ['ip', 'port', 'username', 'password'];

interface ProxyFormProps {
  /** Undefined for a new proxy. */
  record: Proxy | undefined;
  onClose: (saved?: Proxy) => void;
}

export default function ProxyForm({ record, onClose }: ProxyFormProps) {
  const form = useRecordForm({
    entity: proxyEntity,
    record,
    defaults,
    toValues: ({ port }: Proxy) => ({ port: String(port) }),
    toBody,
    onDone: onClose,
  });
  const tags = useQuery(routeQuery(client.proxies.tags));
  const { values, errors, set, check } = form;
  const { ip, port, type, username, password } = toBody(values);
  /** Takes a proxy's parts to their fields. */
  const fill = (text: string): boolean => {
    const parts = proxyParts(text);
    if (parts === null || (parts.ip === text && parts.port === undefined)) return false;
    set({ ...parts });
    return true;
  };
  return (
    <FormSurface
      mode="sheet"
      title={record ? 'Edit Proxy' : 'Add Proxy'}
      submitLabel={record ? 'Update Proxy' : 'Create Proxy'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      <TextField form={form} name="name" required />
      <div className="grid grid-cols-[1fr_7rem] items-start gap-3">
        <TextField
          form={form}
          name="ip"
          required
          isExact
          placeholder="192.0.2.1"
          onPaste={fill}
          onLeave={fill}
        />
        <TextField form={form} name="port" required inputMode="numeric" />
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField form={form} name="type" required options={types} />
        <SelectField
          form={form}
          name="country"
          options={countriesWith(record?.country)}
          emptyLabel="No country"
        />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-3">
        <TextField form={form} name="username" required isExact />
        <PasswordField form={form} name="password" required />
      </div>
      <ProxyTest
        id={record?.id}
        connection={{ ip, port, type, username, password }}
        onIncomplete={() => needed.forEach((name) => check(name))}
      />
      <TagEditor
        value={values.tags}
        onChange={(value) => set({ tags: value })}
        available={tags.data?.tags}
        error={errors['tags']}
      />
      <CommentField form={form} name="comment" />
      {record && <CheckField form={form} name="isActive" label="Proxy is active" />}
      <SecureNoteField form={form} />
    </FormSurface>
  );
}
