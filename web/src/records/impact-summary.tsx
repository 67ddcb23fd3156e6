import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { Impact } from '@quartermaster/contract/api/impact';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { entityKey, routeQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { counted } from './count-text.ts';
import { entities } from './entities.ts';
import { type RawListQuery, fetchPage } from './list-query.ts';
import { wordList } from '../ui/format.ts';

/** Records of one kind: these, or all that match the filters of a list. */
export type Chosen = { ids: readonly string[] } | { filter: RawListQuery };

const atOnce = 500;

async function idsOf(area: Area, chosen: Chosen, signal: AbortSignal): Promise<readonly string[]> {
  if ('ids' in chosen) return chosen.ids;
  const ids: string[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { rows, totalPages } = await fetchPage(entities[area].entity, chosen.filter, page, atOnce, signal);
    ids.push(...rows.map(({ id }) => id));
    last = totalPages;
  }
  return ids;
}

const ofOne = (area: Area, id: string) => routeQuery(entities[area].entity.impact, { params: { id } });
const ofMany = (area: Area, chosen: Chosen) =>
  queryOptions<Impact>({
    queryKey: [...entityKey(entities[area].entity.path), client.impact.ofMany.path, chosen],
    queryFn: async ({ signal }) => {
      const ids = await idsOf(area, chosen, signal);
      const records = ids.map((id) => ({ area, id }));
      return request(client.impact.ofMany, { body: { records }, signal });
    },
  });

/** What the records use and what depends on them: at most `limits.impactRecords`. */
export function useImpact(area: Area, chosen: Chosen, enabled = true) {
  const [only, ...others] = 'ids' in chosen ? chosen.ids : [];
  const query = only !== undefined && others.length === 0 ? ofOne(area, only) : ofMany(area, chosen);
  return useQuery({ ...query, enabled } as ReturnType<typeof ofMany>);
}

/** '3 registrator accounts and 107 domains', of what uses the records; empty if there are none. */
function usersInWords({ counts }: Impact, how: 'requires' | 'uses' | 'canReset'): string {
  const some = counts.filter((count) => count.direction === 'usedBy' && count[how] > 0);
  return wordList(some.map((count) => counted(entities[count.area].entity, count[how])));
}

/** The word for the records that the impact is of. */
export const themOf = ({ roots }: Impact): 'it' | 'them' => (roots.length === 1 ? 'it' : 'them');

/** What depends on records, directly and through others, in a line for each way. */
export function ImpactSummary({ impact }: { impact: Impact }) {
  const mailboxes = impact.roots.length === 1 ? 'this mailbox' : 'these mailboxes';
  const lines = [
    ['Required by', usersInWords(impact, 'requires')],
    ['Optional for', usersInWords(impact, 'uses')],
    [`Can be reset with ${mailboxes}`, usersInWords(impact, 'canReset')],
  ].filter(([, words]) => words !== '');
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm">
      {lines.map(([label, words]) => (
        <li key={label}>
          <span className="text-ink-2">{label}:</span> {words}
        </li>
      ))}
    </ul>
  );
}
