import { joinTags } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import { useMemo } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { entities } from '../../records/entities.ts';
import { filterSearch } from '../../records/record-address.ts';
import type { Entry, EntryGroup } from './entry.ts';
import { matchesWords } from './matches-words.ts';

const shownAtMost = 5;
const none: EntryGroup[] = [];

/** Parses 'acme 60' into the words of a tag and the days until domains expire. */
function withDays(typed: string): [words: string, days: string | undefined] {
  const [, words = typed, days] = /^(.*\S)\s+(\d{1,4})(?:\s*d(?:ays?)?)?$/i.exec(typed) ?? [];
  return [words, days];
}

/**
 * Filters by tags in use that match the typed text: the current page's list, or the domains. A number after the words
 * also limits to domains that expire within that many days.
 */
export function useTagEntries(typed: string): EntryGroup[] {
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { entity, label } =
    Object.values(entities).find((entry) => entry.entity.path === path) ?? entities.domains;
  const { data } = useQuery({ ...routeQuery(entity.facets, { query: {} }), enabled: typed !== '' });
  return useMemo(() => {
    if (typed === '' || !data) return none;
    const tags = data.tagsByType.flatMap(({ type, values }) => values.map(({ value }) => ({ type, value })));
    const matching = (words: string) =>
      tags.filter(({ type, value }) => matchesWords(`${type}: ${value}`, words)).slice(0, shownAtMost);
    const entryOf = ({ type, value }: (typeof tags)[number], days?: string): Entry => {
      const tag = { tags: joinTags([`${type}:${value}`]) };
      const search = filterSearch(entity, days === undefined ? tag : { ...tag, expiringInDays: days });
      const within = days === undefined ? '' : `, expiring within ${days} ${days === '1' ? 'day' : 'days'}`;
      return {
        id: `tag ${type}:${value}`,
        label: `Filter by ${type}: ${value}${within}`,
        icon: Tag,
        leaves: true,
        run: () => void router.navigate({ to: entity.path, search } as never),
      };
    };
    const [words, days] = 'expiringInDays' in entity.filters ? withDays(typed) : [typed];
    const asTyped = matching(typed).map((tag) => entryOf(tag));
    const items = asTyped.length > 0 ? asTyped : matching(words).map((tag) => entryOf(tag, days));
    return items.length > 0 ? [{ label: `Tags in ${label}`, items }] : none;
  }, [typed, data, entity, label, router]);
}
