import type { client } from '@quartermaster/contract/api/client';
import { cdnProviderIds } from '@quartermaster/contract/catalog/cdn-provider-names';
import type { Group } from '@quartermaster/contract/api/summaries';
import { FacetFilter } from '../../list/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { providerName } from './provider-badge.tsx';

const providers = cdnProviderIds.map((id) => ({ value: id, label: providerName(id) }));
const statuses = [
  { value: 'true', label: 'Active only' },
  { value: 'false', label: 'Inactive only' },
];

type Filter = keyof typeof client.cdn.filters;

interface CdnFiltersProps extends Pick<ListState<Filter>, 'filters' | 'setFilter'> {
  /** The email accounts that have a CDN account. */
  emails: readonly Group[];
}

export function CdnFilters({ filters, setFilter, emails }: CdnFiltersProps) {
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  const addresses = emails.map(({ key, label }) => ({ value: key, label }));
  return (
    <>
      <FacetFilter label="CDN Provider" allLabel="All providers" options={providers} {...facet('provider')} />
      <FacetFilter
        label="Email Account"
        allLabel="All email accounts"
        options={addresses}
        {...facet('emailAccountId')}
      />
      <FacetFilter label="Status" allLabel="All accounts" options={statuses} {...facet('isActive')} />
    </>
  );
}
