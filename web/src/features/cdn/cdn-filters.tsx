import type { client } from '@quartermaster/contract/api/client';
import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import type { RecordPage } from '../../list/use-record-page.ts';

const auth = [
  { value: 'missing', label: 'Missing' },
  { value: 'set', label: 'Set' },
];

type Filter = keyof typeof client.cdn.filters;

export function CdnFilters({ page }: { page: RecordPage<CdnAccount, Filter> }) {
  const { filters, setFilter } = page.state;
  return (
    <>
      <AnyFilter page={page} name="provider" label="CDN Provider" allLabel="All providers" />
      <AnyFilter page={page} name="emailAccountId" allLabel="All email accounts" />
      <AnyFilter page={page} name="proxyId" />
      <ChipFilter
        label="Authentication"
        options={auth}
        value={filters.auth}
        onChange={(value) => setFilter('auth', value)}
      />
    </>
  );
}
