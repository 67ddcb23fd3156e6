import type { client } from '@quartermaster/contract/api/client';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { FacetFilter, flagChoices } from '../../list/facets/facet-filter.tsx';
import type { PagedList } from '../../list/use-list.ts';
import type { RecordPage } from '../../list/use-record-page.ts';

const statuses = flagChoices('Active', 'Inactive');

type Filter = keyof typeof client.hostings.filters;

export const HostingFilters = ({ page }: { page: RecordPage<Hosting, Filter, PagedList<Hosting>> }) => (
  <>
    <AnyFilter page={page} name="provider" allLabel="All Providers" />
    <AnyFilter page={page} name="emailAccountId" />
    <AnyFilter page={page} name="proxyId" />
    {/* Not the column's, because the status comes before the API access, whose column comes first. */}
    <FacetFilter
      label="Status"
      allLabel="All Status"
      options={statuses}
      value={page.state.filters.isActive}
      onChange={(value) => page.state.setFilter('isActive', value)}
    />
  </>
);
