import { type UseQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface Page {
  pagination: { total: number; totalPages: number };
}

/** A list that is read page by page: the page, and what the frame of the list needs to turn it. */
export function usePages<P extends Page>(
  queryOf: (page: number) => UseQueryOptions<P>,
  { refetchInterval }: { refetchInterval?: number } = {},
) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...queryOf(page),
    placeholderData: keepPreviousData,
    ...(refetchInterval !== undefined && { refetchInterval }),
  });
  return {
    data,
    error,
    total: data?.pagination.total,
    page,
    pages: data?.pagination.totalPages,
    onPage: setPage,
    onRetry: () => void refetch(),
  };
}

export type PanelPages = Omit<ReturnType<typeof usePages>, 'data'>;
