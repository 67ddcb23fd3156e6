import type { client } from '@quartermaster/contract/api/client';
import type { Output } from '../../api/request.ts';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { ChipFilter, FacetFilter } from '../../list/facets/facet-filter.tsx';
import type { RecordPage } from '../../list/use-record-page.ts';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';

const auth = [
  { value: 'missing', label: 'Missing' },
  { value: 'set', label: 'Set' },
];
const apiStatuses = [
  { value: 'configured', label: 'Configured' },
  { value: 'incomplete', label: 'Incomplete' },
  { value: 'missing', label: 'Not configured' },
  { value: 'none', label: 'No API' },
];

type Filter = keyof typeof client.registratorAccounts.filters;

interface AccountFiltersProps {
  page: RecordPage<RegistratorAccount, Filter>;
  /** Undefined while loading. */
  choices: Output<typeof client.registratorAccounts.formData> | undefined;
}

export function AccountFilters({ page, choices }: AccountFiltersProps) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  const types = choices?.registratorTypes.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <AnyFilter page={page} name="emailAccountId" />
      <AnyFilter page={page} name="proxyId" />
      <FacetFilter label="Registrator Type" options={types ?? []} {...facet('registratorTypeId')} />
      <ChipFilter label="Authentication" options={auth} {...facet('auth')} />
      <ChipFilter label="API Status" options={apiStatuses} {...facet('apiStatus')} />
    </>
  );
}
