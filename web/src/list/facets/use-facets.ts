import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { noReference } from '@quartermaster/contract/api/filters';
import type { Facets } from '@quartermaster/contract/api/summaries';
import { entityKey, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { entities } from '../../records/entities.ts';
import { referredArea } from '../../records/references.ts';
import type { Entity } from '../../records/entity.ts';
import type { ListState } from '../use-list-state.ts';

/** What filters need of a page. */
export interface FilteredPage {
  entity: Entity;
  state: Pick<ListState, 'query' | 'asked'>;
}

/** The values of a list's filters, with counts; requested once `isWanted`. */
export function useFacets({ entity, state }: FilteredPage, isWanted: boolean): Facets | undefined {
  const { sortBy: _, sortOrder: __, ...filters } = state.query;
  const query = { ...filters, ...(state.asked !== '' && { search: state.asked }) };
  return useQuery({
    ...routeQuery(entity.facets, { query }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  }).data;
}

/** Names for chosen values that facets do not contain because the other filters match none of them. */
export function useUncounted(entity: Entity, name: string, keys: readonly string[]) {
  const of = referredArea[name];
  const ids = of ? keys.filter((key) => key !== noReference) : [];
  const { relations } = entities[of ?? 'domains'].entity;
  const { data = [] } = useQuery({
    queryKey: [...entityKey(relations.path), 'names', ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => request(relations, { params: { id }, signal }))),
    enabled: ids.length > 0,
  });
  return keys.map((key) => {
    const { name: label, detail = null } = data.find(({ record }) => record.id === key)?.record ?? {
      name: of ? '…' : (entity.labels?.[name]?.[key] ?? key),
    };
    return { key, label, detail, count: 0 };
  });
}
