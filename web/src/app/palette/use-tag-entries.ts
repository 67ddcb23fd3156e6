import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import { useMemo } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { entities } from '../../records/entities.ts';
import { filterSearch } from '../../records/record-address.ts';
import type { Entry, EntryGroup } from './entry.ts';
import { matchesWords } from './match-ranges.ts';

const shownAtMost = 5;
const none: EntryGroup[] = [];

/** Filters by the tags in use that match the typed text: of the list on the page, else of the domains. */
export function useTagEntries(typed: string): EntryGroup[] {
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { entity, label } =
    Object.values(entities).find((entry) => entry.entity.path === path) ?? entities.domains;
  const { data } = useQuery({ ...routeQuery(entity.facets, { query: {} }), enabled: typed !== '' });
  return useMemo(() => {
    if (typed === '' || !data) return none;
    const tags = data.tagsByType.flatMap(({ type, values }) => values.map(({ value }) => ({ type, value })));
    const items = tags
      .filter(({ type, value }) => matchesWords(`${type}: ${value}`, typed))
      .slice(0, shownAtMost)
      .map(({ type, value }): Entry => {
        const search = filterSearch(entity, { tags: `${type}:${value}` });
        return {
          id: `tag ${type}:${value}`,
          label: `Filter by ${type}: ${value}`,
          icon: Tag,
          leaves: true,
          run: () => void router.navigate({ to: entity.path, search } as never),
        };
      });
    return items.length > 0 ? [{ label: `Tags in ${label}`, items }] : none;
  }, [typed, data, entity, label, router]);
}
