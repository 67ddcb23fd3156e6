import { valuesAsked } from '@quartermaster/contract/api/filters';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Entity, Identified } from '../../records/entity.ts';
import { type Query, fetchPage } from '../../records/list-query.ts';

/** Which of these records a list with this query shows, loaded or not. */
export async function stillListed<T extends Identified>(
  entity: Entity<T>,
  { ids: among, ...filters }: Query,
  ids: readonly string[],
): Promise<Set<string>> {
  const allowed = among === undefined ? undefined : new Set(valuesAsked(among));
  const asked = allowed ? ids.filter((id) => allowed.has(id)) : ids;
  const listed = new Set<string>();
  for (let at = 0; at < asked.length; at += limits.filterIds) {
    const some = asked.slice(at, at + limits.filterIds);
    const { rows } = await fetchPage(entity, { ...filters, ids: some.join(',') }, 1, limits.filterIds);
    for (const { id } of rows) listed.add(id);
  }
  return listed;
}
