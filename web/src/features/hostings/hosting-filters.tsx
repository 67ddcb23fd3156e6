import type { client } from '@quartermaster/contract/api/client';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { AnyChip, AnyFilter } from '../../list/any-filter.tsx';
import { FacetFilter } from '../../list/facet-filter.tsx';
import type { PagedList } from '../../list/use-list.ts';
import type { RecordPage } from '../../list/use-record-page.ts';

const apiAccess = [
  { value: 'true', label: 'With API' },
  { value: 'false', label: 'Without API' },
];
const statuses = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

type Filter = keyof typeof client.hostings.filters;

export function HostingFilters({ page }: { page: RecordPage<Hosting, Filter, PagedList<Hosting>> }) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  return (
    <>
      <AnyFilter page={page} name="provider" label="Provider" allLabel="All Providers" />
      <AnyChip page={page} name="proxyId" label="Proxy" />
      <FacetFilter label="Status" allLabel="All Status" options={statuses} {...facet('isActive')} />
      <FacetFilter
        label="API Access"
        allLabel="All API Access"
        options={apiAccess}
        {...facet('hasApiAccess')}
      />
    </>
  );
}
