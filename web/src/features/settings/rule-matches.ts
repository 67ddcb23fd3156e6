import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { type TagName, isTag } from '@quartermaster/contract/rules/tags';
import { useQueries, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { countsInWords } from '../../records/count-text.ts';
import { entities } from '../../records/entities.ts';
import { fetchPage, listKey } from '../../records/list-query.ts';

/** For which records a rule holds. */
interface Bounds {
  tag: TagName | null;
  area: Area | null;
  recordId: string | null;
  /** null if it is gone. */
  record: unknown;
}

type Counts = UsedTag['counts'];

const totalQuery = (area: Area) => ({
  queryKey: [...listKey(entities[area].entity), 'total'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await fetchPage(entities[area].entity, {}, 1, 1, signal)).total,
});

/** How many records of each kind rules hold for; undefined where that is unknown, or one record or all. */
export function useRuleMatches(rules: readonly Bounds[]): (Counts | undefined)[] {
  const tags = useQuery(routeQuery(client.tags.list)).data?.tags;
  const areas = rules.flatMap(({ tag, area, recordId }) => (tag || recordId ? [] : (area ?? [])));
  const counted = [...new Set(areas)];
  const totals = useQueries({ queries: counted.map(totalQuery) });
  return rules.map(({ tag, area, recordId, record }) => {
    if (recordId !== null && !record) return [];
    if (!tag) {
      const count = area === null || recordId !== null ? undefined : totals[counted.indexOf(area)]?.data;
      return count === undefined || area === null ? undefined : [{ area, count }].filter(hasSome);
    }
    const used = tags?.find((each) => isTag(each, tag));
    // The rarest of very many tags are not listed.
    if (!tags || (!used && tags.length >= limits.tagsListed)) return undefined;
    const counts = (used?.counts ?? []).filter((each) => area === null || each.area === area);
    return recordId === null || counts.length === 0 ? counts : undefined;
  });
}

const hasSome = ({ count }: { count: number }): boolean => count > 0;

/** 'matches 17 domains' */
export const matchesText = (counts: Counts): string =>
  counts.length === 0 ? 'matches nothing yet' : `matches ${countsInWords(counts)}`;
