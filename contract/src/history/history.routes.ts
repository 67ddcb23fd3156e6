import { route } from '../api/route.ts';

export const historyRoutes = {
  list: route('GET', '/history', 'write'),
  actors: route('GET', '/history/actors', 'manage'),
  get: route('GET', '/history/{batchId}', 'write'),
  undo: route('POST', '/history/{batchId}/undo', 'write', { writesBatch: true }),
};

/** The kinds of batches, in words for a choice. */
export const batchKinds = {
  edit: 'Edits',
  bulk: 'Bulk actions',
  import: 'Imports',
  undo: 'Undos',
  restore: 'Restores',
  delete: 'Deletions',
  'expiry-check': 'Status checks',
  sync: 'Syncs',
} as const satisfies Record<string, string>;
export type BatchKind = keyof typeof batchKinds;
