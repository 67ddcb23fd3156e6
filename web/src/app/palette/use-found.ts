import { client } from '@quartermaster/contract/api/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output } from '../../api/call.ts';
import { endpointQuery } from '../../api/queries.ts';
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

/** The records that match what is typed. Those of the last answer stay until the next one. */
export function useFound(typed: string) {
  const q = usePaused(typed);
  const answer = useQuery({
    ...endpointQuery(client.search.search, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    select: withAreas,
  });
  return {
    found: (typed !== '' && answer.data) || none,
    /** What is shown is not yet of what is typed. */
    isStale: typed !== '' && (q !== typed || answer.isPending || answer.isPlaceholderData),
    error: typed === '' ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}
