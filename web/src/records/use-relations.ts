import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import type { Relations } from '@quartermaster/contract/api/relations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../api/queries.ts';
import { entities } from './entities.ts';

/** What a record uses and is used by. `subject` is `emails:<id>`; nothing is asked while there is none. */
export function useRelations(subject: string | undefined): UseQueryResult<Relations> {
  const { area, id } = parseRelatedTo(subject ?? '') ?? { area: 'domains', id: '' };
  const { relations } = entities[area].entity;
  return useQuery({ ...endpointQuery(relations, { params: { id } }), enabled: id !== '' });
}
