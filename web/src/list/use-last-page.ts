import { useEffect } from 'react';

/** Goes back to the last page from one beyond it, for example after its last record was deleted. */
export function useLastPage(
  page: number,
  setPage: (page: number) => void,
  /** Undefined while it is not known. */
  totalPages: number | undefined,
): void {
  const last = totalPages === undefined ? page : Math.max(1, totalPages);
  useEffect(() => {
    if (page > last) setPage(last);
  }, [page, last, setPage]);
}
