import type { client } from '@quartermaster/contract/api/client';
import type { Output } from '../../api/request.ts';
import { FacetFilter } from '../../list/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

const apiAccess = [
  { value: 'true', label: 'With API' },
  { value: 'false', label: 'Without API' },
];
const statuses = [
  { value: 'true', label: 'Active only' },
  { value: 'false', label: 'Inactive only' },
];

type Filter = keyof typeof client.registratorAccounts.filters;

interface AccountFiltersProps {
  state: Pick<ListState<Filter>, 'filters' | 'setFilter'>;
  /** Undefined while it loads. */
  choices: Output<typeof client.registratorAccounts.formData> | undefined;
}

export function AccountFilters({ state: { filters, setFilter }, choices }: AccountFiltersProps) {
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  const emails = choices?.emailAccounts.map(({ id, email }) => ({ value: id, label: email }));
  const types = choices?.registratorTypes.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <FacetFilter label="Email Account" options={emails ?? []} {...facet('emailAccountId')} />
      <FacetFilter label="Registrator Type" options={types ?? []} {...facet('registratorTypeId')} />
      <FacetFilter label="API Access" options={apiAccess} {...facet('hasApiAccess')} />
      <FacetFilter label="Status" options={statuses} {...facet('isActive')} />
    </>
  );
}
