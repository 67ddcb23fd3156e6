import { client } from '@quartermaster/contract/api/client';
import { type Domain, domain as domainEntity } from '@quartermaster/contract/entities/domains/domains.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { shownDomain, toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { CommentField } from '../../form/comment-field.tsx';
import { DateField } from '../../form/date-field.tsx';
import { dayOf, timestampOf } from '../../form/date-text.ts';
import { FormSurface } from '../../form/form-surface.tsx';
import { ReferenceSelect } from '../../form/reference-select.tsx';
import { renewalDefaults } from '../../form/renewal-values.ts';
import { RenewalFields } from '../../form/renewal-fields.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { priceInput, typedPrice } from '../../records/dates/price-input.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { tidyName } from './pasted-names.ts';
import { DomainField } from './domain-field.tsx';
import { RegistryDate } from './registry-date.tsx';
import { accountOption, cdnOption, serverOption, statusChoices } from './domain-choices.ts';

const defaults = {
  domain: '',
  registratorAccountId: '',
  serverId: '',
  cdnAccountId: '',
  expirationDate: '',
  status: 'ACTIVE',
  tags: [] as Tag[],
  comment: '',
  ...renewalDefaults,
  secureNote: '',
};
type Values = typeof defaults;

/** In the form, dates are days, prices texts, and names are in Unicode. */
const toValues = ({ domain, expirationDate, price }: Domain): Partial<Values> => ({
  domain: shownDomain(domain),
  expirationDate: dayOf(expirationDate),
  price: priceInput(price),
});

interface DomainFormProps {
  /** Undefined for a new domain. */
  record: Domain | undefined;
  onClose: (saved?: Domain) => void;
}

export default function DomainForm({ record, onClose }: DomainFormProps) {
  const form = useRecordForm({
    entity: domainEntity,
    record,
    defaults,
    toValues,
    toBody: (values: Values) => ({
      ...values,
      domain: toAsciiDomain(tidyName(values.domain)),
      expirationDate: timestampOf(values.expirationDate, record?.expirationDate ?? null),
      price: typedPrice(values.price),
    }),
    onDone: onClose,
  });
  const { data, error, refetch } = useQuery(routeQuery(client.domains.formData));
  const { accounts, servers, cdnAccounts } = useMemo(
    () => ({
      accounts: data?.registratorAccounts.map(accountOption),
      servers: data?.servers.map(serverOption),
      cdnAccounts: data?.cdnAccounts.map(cdnOption),
    }),
    [data],
  );
  const { values, errors, set } = form;
  const labels = domainEntity.fieldLabels;
  return (
    <FormSurface
      mode="sheet"
      title={record ? 'Edit Domain' : 'Add Domain'}
      submitLabel={record ? 'Update Domain' : 'Create Domain'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      <ProblemBanner title="Failed to load what can be chosen" error={error} onRetry={() => void refetch()} />
      <DomainField form={form} name="domain" value={values.domain} onChange={(domain) => set({ domain })} />
      <ReferenceSelect
        form={form}
        name="registratorAccountId"
        label={labels.registratorAccountId}
        required
        entity={client.registratorAccounts}
        toOption={accountOption}
        options={accounts}
        chosen={record?.registratorAccount && accountOption(record.registratorAccount)}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <ReferenceSelect
          form={form}
          name="serverId"
          emptyLabel="No server"
          entity={client.servers}
          toOption={serverOption}
          options={servers}
          chosen={record?.server ? serverOption(record.server) : undefined}
        />
        <ReferenceSelect
          form={form}
          name="cdnAccountId"
          label={labels.cdnAccountId}
          emptyLabel="No CDN account"
          entity={client.cdn}
          toOption={cdnOption}
          options={cdnAccounts}
          chosen={record?.cdnAccount ? cdnOption(record.cdnAccount) : undefined}
        />
      </div>
      <DateField form={form} name="expirationDate" label={labels.expirationDate} />
      {record && (
        <RegistryDate
          recordId={record.id}
          day={values.expirationDate}
          onTake={(expirationDate) => set({ expirationDate })}
        />
      )}
      <SelectField form={form} name="status" options={statusChoices} />
      <TagEditor
        value={values.tags}
        onChange={(tags) => set({ tags })}
        available={data?.availableTags}
        error={errors['tags']}
      />
      <CommentField form={form} name="comment" />
      <RenewalFields form={form} />
      <SecureNoteField form={form} />
    </FormSurface>
  );
}
