import { areas } from '../api/areas.ts';
import type { FilterKinds } from '../api/filters.ts';
import { route } from '../api/route.ts';

/** What was found by looking, compared with what is recorded. */
export const mismatchFields = ['expirationDate', 'server', 'cdn', 'registrar'] as const;
export type MismatchField = (typeof mismatchFields)[number];

/** One that is ignored comes back when what was found changes. */
export const mismatchStates = ['open', 'ignored'] as const;

export const mismatchFilters = {
  area: areas as [string, ...string[]],
  field: { anyOf: mismatchFields },
  recordId: 'any',
  /** Open without it. */
  state: { anyOf: mismatchStates },
} satisfies FilterKinds;

export const mismatchesRoutes = {
  list: route('GET', '/mismatches', 'read'),
  bulkActions: route('POST', '/mismatches/bulk-actions', 'write', { writesBatch: true }),
};
