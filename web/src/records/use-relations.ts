import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import type { Relations } from '@quartermaster/contract/api/relations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../api/queries.ts';
import { entities } from './entities.ts';

/** What a record uses and is used by. `subject` is `emails:<id>`; requested once it is given and `isAsked`. */
export function useRelations(subject: string | undefined, isAsked = true): UseQueryResult<Relations> {
  const { area, id } = parseRelatedTo(subject ?? '') ?? { area: 'domains', id: '' };
  const { relations } = entities[area].entity;
  return useQuery({ ...routeQuery(relations, { params: { id } }), enabled: id !== '' && isAsked });
}
