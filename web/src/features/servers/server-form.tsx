import { client } from '@quartermaster/contract/api/client';
import { serverCountries } from '@quartermaster/contract/catalog/countries';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { type Server, server as serverEntity } from '@quartermaster/contract/entities/servers/servers.schema';
import { isSet } from '@quartermaster/contract/rules/secrets';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { RecordSelect } from '../../form/record-select.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { paidBody, paidDefaults, paidValues } from '../../form/renewal-values.ts';
import { RenewalFields } from '../../form/renewal-fields.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UrlField } from '../../form/url-field.tsx';
import { portOf } from '../../form/typed-numbers.ts';
import { useRecordForm } from '../../form/use-record-form.ts';
import { countryChoices, statusChoices } from './server-choices.ts';
import { newUser, sentUsers } from './user-list.ts';
import { UsersRepeater } from './users-repeater.tsx';

const defaults = {
  name: '',
  hostingId: '',
  country: '',
  ip: '',
  panelUrl: '',
  status: 'ACTIVE',
  users: [newUser(true)],
  tags: [] as Tag[],
  comment: '',
  /** As typed. */
  sshPort: '',
  ...paidDefaults,
  secureNote: '',
};

const toValues = ({ users, sshPort, ...record }: Server) => ({
  ...paidValues(record),
  sshPort: String(sshPort ?? ''),
  users: users.map((user) => ({ ...user, password: user.password ?? '', sshKey: user.sshKey ?? '' })),
});

const activeOnly = { isActive: 'true' };
const hostingOption = ({
  id,
  name,
  provider,
}: Pick<Hosting, 'id' | 'name'> & { provider: string | null }) => ({
  id,
  label: name,
  hint: provider ?? undefined,
});

interface ServerFormProps {
  /** Undefined for a new server. */
  record: Server | undefined;
  onClose: (saved?: Server) => void;
}

export default function ServerForm({ record, onClose }: ServerFormProps) {
  const hadKey = (id: string) => {
    const user = record?.users.find((each) => each.id === id);
    return user !== undefined && isSet(user.sshKey, record ?? {}, `users.${id}.sshKey`);
  };
  const toBody = ({ users, sshPort, ...rest }: typeof defaults) => ({
    ...rest,
    ...paidBody(rest, record),
    users: sentUsers(users, hadKey),
    sshPort: sshPort.trim() === '' ? '' : portOf(sshPort),
  });
  const form = useRecordForm({ entity: serverEntity, record, defaults, toValues, toBody, onDone: onClose });
  const tags = useQuery(routeQuery(client.servers.tags));
  const { values, errors } = form;
  return (
    <FormSurface
      mode="page"
      title={record ? 'Edit Server' : 'Create Server'}
      submitLabel={record ? 'Update Server' : 'Create Server'}
      busyLabel="Saving..."
      form={form}
      onCancel={onClose}
    >
      <div className="grid items-start gap-4 md:in-data-wide:grid-cols-2">
        <TextField form={form} name="name" label="Server Name" required placeholder="Web Server 01" />
        <RecordSelect
          form={form}
          name="hostingId"
          required
          entity={client.hostings}
          query={activeOnly}
          toOption={hostingOption}
          chosen={record?.hosting && hostingOption(record.hosting)}
        />
        <SelectField
          form={form}
          name="country"
          options={countryChoices(serverCountries, record?.country)}
          emptyLabel="Select a country"
        />
        <TextField form={form} name="ip" isExact placeholder="192.0.2.10" />
        <UrlField form={form} name="panelUrl" />
        <SelectField form={form} name="status" options={statusChoices} />
      </div>
      <UsersRepeater
        server={values.name}
        value={values.users}
        onChange={(users, clears, messages) => form.set({ users }, clears, messages)}
        onLeave={form.check}
        errors={errors}
        contested={form.contested}
      />
      <TagEditor
        value={values.tags}
        onChange={(value) => form.set({ tags: value })}
        available={tags.data?.tags}
        error={errors['tags']}
      />
      <CommentField form={form} name="comment" />
      <TextField form={form} name="sshPort" inputMode="numeric" placeholder="22" />
      <RenewalFields form={form} />
      <SecureNoteField form={form} />
    </FormSurface>
  );
}
