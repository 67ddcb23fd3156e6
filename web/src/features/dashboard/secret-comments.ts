import type { Area } from '@quartermaster/contract/api/areas';
import {
  secretCommentAreas,
  secretCommentFilters,
} from '@quartermaster/contract/dashboard/dashboard.filters';
import { useQueries } from '@tanstack/react-query';
import { entities } from '../../records/entities.ts';
import { fetchPage, listKey } from '../../records/list-query.ts';
import { type Loaded, errorOf } from './loaded.ts';

const countsIn = (results: readonly { data: { total: number } | undefined }[]) =>
  results.flatMap(({ data }, at) => {
    const area = secretCommentAreas[at];
    return area && data && data.total > 0 ? [{ area, count: data.total }] : [];
  });

/** The lists with comments that look like they hold a password, with how many; asked only if there are some. */
export const useSecretComments = (secretComments: number): Loaded<{ area: Area; count: number }[]> =>
  useQueries({
    queries: secretCommentAreas.map((area) => {
      const { entity } = entities[area];
      return {
        queryKey: [...listKey(entity), 'secret comments'],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          fetchPage(entity, secretCommentFilters, 1, 1, signal),
        enabled: secretComments > 0,
      };
    }),
    combine: (results) => ({
      error: errorOf(results),
      data: secretComments === 0 ? [] : results.some(({ data }) => !data) ? undefined : countsIn(results),
    }),
  });
