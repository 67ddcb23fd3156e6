import type { Pagination } from '@quartermaster/contract/api/query';

/** Which page of how many an answer is. */
export const paginationOf = (
  { page, limit }: { page: number; limit: number },
  total: number,
): Pagination => ({
  ...{ page, limit, total },
  totalPages: Math.ceil(total / limit),
});
