import { client } from '@quartermaster/contract/api/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output } from '../../api/request.ts';
import { routeQuery } from '../../api/queries.ts';
import type { Found } from './entry.ts';

const typingPause = 100;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

const none: readonly Found[] = [];

const withAreas = ({ results }: Output<typeof client.search.search>): Found[] =>
  results.flatMap(({ area, found }) => found.map((record) => ({ ...record, area })));

/** Records that match the typed text. The last results stay until the next arrive. */
export function useFound(typed: string) {
  const q = usePaused(typed);
  const answer = useQuery({
    ...routeQuery(client.search.search, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    select: withAreas,
  });
  return {
    found: (typed !== '' && answer.data) || none,
    /** The results are not of the typed text yet. */
    isStale: typed !== '' && (q !== typed || answer.isPending || answer.isPlaceholderData),
    error: typed === '' ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}
