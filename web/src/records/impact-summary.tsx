import type { Area } from '@quartermaster/contract/api/areas';
import type { Impact } from '@quartermaster/contract/api/impact';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../api/queries.ts';
import { counted } from './count-text.ts';
import { entities } from './entities.ts';

const listed = new Intl.ListFormat('en-US');

export const useImpact = (area: Area, id: string, enabled = true) =>
  useQuery({ ...routeQuery(entities[area].entity.impact, { params: { id } }), enabled });

/** '3 registrator accounts and 107 domains', of what uses the record; empty if there are none. */
function wordsOf({ counts }: Impact, how: 'requires' | 'uses' | 'canReset'): string {
  const some = counts.filter((count) => count.direction === 'usedBy' && count[how] > 0);
  return listed.format(some.map((count) => counted(entities[count.area].entity, count[how])));
}

/** What breaks without a record, directly and through others, in a line for each way. */
export function ImpactSummary({ impact }: { impact: Impact }) {
  const lines = [
    ['Cannot exist without it', wordsOf(impact, 'requires')],
    ['Would go on without it', wordsOf(impact, 'uses')],
    ['Whoever controls it can take over', wordsOf(impact, 'canReset')],
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
