import type { client } from '@quartermaster/contract/api/client';
import { AnyChip, AnyFilter } from '../../list/facets/any-filter.tsx';
import { ChipFilter, FacetFilter } from '../../list/facets/facet-filter.tsx';
import { FilterChip } from '../../list/facets/filter-chip.tsx';
import type { RecordPage } from '../../list/use-record-page.ts';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { formatDay } from '../../ui/format.ts';
import { accountWords, expiryChoices, statusChoices } from './domain-choices.ts';
import { ExpiringFilter } from './expiring-filter.tsx';

type Filter = keyof typeof client.domains.filters;

export function DomainFilters({ page }: { page: RecordPage<Domain, Filter> }) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  /** Charts and addresses set days; there is no control for them here. */
  const day = (name: Filter, words: string) => {
    const value = filters[name];
    return (
      value && (
        <FilterChip removeLabel={`Remove filter ${words}`} onRemove={() => setFilter(name, undefined)}>
          {words} {formatDay(value)}
        </FilterChip>
      )
    );
  };
  return (
    <>
      <FacetFilter label="Status" options={statusChoices} {...facet('status')} />
      <AnyFilter page={page} name="registratorAccountId" label="Registrator" words={accountWords} />
      <AnyFilter page={page} name="serverId" />
      <AnyChip page={page} name="cdnAccountId" />
      <ExpiringFilter state={page.state} />
      <ChipFilter label="Expiry" options={expiryChoices} {...facet('expiry')} />
      {day('expiresFrom', 'Expires from')}
      {day('expiresTo', 'Expires to')}
    </>
  );
}
