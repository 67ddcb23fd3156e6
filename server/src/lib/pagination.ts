import type { Pagination } from '@quartermaster/contract/api/query';

/** Describes a page of a list. */
export const paginationOf = (
  { page, limit }: { page: number; limit: number },
  total: number,
): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
