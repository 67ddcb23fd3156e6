import { client } from '@quartermaster/contract/api/client';
import type { Area } from '@quartermaster/contract/api/areas';
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

export interface FoundGroup {
  area: Area;
  found: Found[];
  /** The number of all matches. */
  total: number;
}

const none: readonly FoundGroup[] = [];

const withAreas = ({ results }: Output<typeof client.search.search>): FoundGroup[] =>
  results.map(({ area, found, total }) => ({
    area,
    found: found.map((record) => ({ ...record, area })),
    total,
  }));

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
