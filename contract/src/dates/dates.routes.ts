import { route } from '../api/route.ts';

/** What a date on a record is about. */
export const dateKinds = ['hosting', 'server', 'proxy', 'cdn', 'key', 'other'] as const;
export type DateKind = (typeof dateKinds)[number];

export const datesRoutes = {
  list: route('GET', '/dates', 'read'),
  create: route('POST', '/dates', 'write', { writesBatch: true }),
  update: route('PUT', '/dates/{id}', 'write', { writesBatch: true }),
  remove: route('DELETE', '/dates/{id}', 'write', { writesBatch: true }),
};
