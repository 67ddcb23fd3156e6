import { client } from '@quartermaster/contract/api/client';
import { type Tag, joinTags } from '@quartermaster/contract/rules/tags';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../api/queries.ts';
import { countsInWords } from '../records/count-text.ts';

const nameOf = ({ type, value }: Pick<Tag, 'type' | 'value'>): string => `${type}:${value}`;

/** Which of these tags no record carries. */
function useUnknown(scope: readonly Tag[]): string[] {
  const { data } = useQuery({ ...routeQuery(client.tags.list), enabled: scope.length > 0 });
  if (!data) return [];
  const known = new Set(data.tags.map(nameOf));
  return scope.map(nameOf).filter((name) => !known.has(name));
}

/** 'sees 9 domains, 1 server', while a scope is chosen, and which of its tags nothing carries. */
export function ScopeReach({ scope }: { scope: readonly Tag[] }) {
  const tags = joinTags(scope.map(nameOf));
  const { data } = useQuery({
    ...routeQuery(client.tags.reach, { query: { tags } }),
    enabled: scope.length > 0,
    placeholderData: keepPreviousData,
  });
  const unknown = useUnknown(scope);
  if (scope.length === 0 || !data) return null;
  return (
    <p aria-live="polite" className="text-sm text-ink-2">
      Sees {countsInWords(data.counts)}.
      {unknown.length > 0 && <span className="text-warn"> No record carries {unknown.join(', ')} yet.</span>}
    </p>
  );
}
