import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { FacetFilter } from '../../list/facet-filter.tsx';
import { FilterChip } from '../../list/filter-chip.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { formatDay } from '../../ui/format.ts';
import { accountOption, expiringChoices, serverOption, statusChoices, toChoice } from './domain-choices.ts';

type Filter = keyof typeof client.domains.filters;

export function DomainFilters({ filters, setFilter }: Pick<ListState<Filter>, 'filters' | 'setFilter'>) {
  const { data } = useQuery(routeQuery(client.domains.formData));
  const registrators = useMemo(
    () => data?.registratorAccounts.map(accountOption).map(toChoice) ?? [],
    [data],
  );
  const servers = useMemo(() => data?.servers.map(serverOption).map(toChoice) ?? [], [data]);
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  /** Days are set by a chart or the address; there is no control for them here. */
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
      <FacetFilter label="Registrator" options={registrators} {...facet('registratorAccountId')} />
      <FacetFilter label="Server" options={servers} {...facet('serverId')} />
      <FacetFilter label="Expiring Within" options={expiringChoices} {...facet('expiringInDays')} />
      {day('expiresFrom', 'Expires from')}
      {day('expiresTo', 'Expires to')}
    </>
  );
}
