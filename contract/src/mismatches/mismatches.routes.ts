import { areas } from '../api/areas.ts';
import type { FilterKinds } from '../api/filters.ts';
import { route } from '../api/route.ts';
import { mismatchFields } from '../rules/found.ts';

/** One that is ignored comes back when what was found changes. */
export const mismatchStates = ['open', 'ignored'] as const;
export type MismatchState = (typeof mismatchStates)[number];

export const mismatchFilters = {
  area: areas as [string, ...string[]],
  field: { anyOf: mismatchFields },
  recordId: 'text',
  /** Open without it. */
  state: { anyOf: mismatchStates },
} satisfies FilterKinds;

export const mismatchesRoutes = {
  list: route('GET', '/mismatches', 'read'),
  bulkActions: route('POST', '/mismatches/bulk-actions', 'write', { writesBatch: true }),
};
