import { route } from '../api/route.ts';

/** An import is its person's own, and gone after a day. */
export const importsRoutes = {
  create: route('POST', '/imports', 'write'),
  list: route('GET', '/imports', 'write'),
  get: route('GET', '/imports/{id}', 'write'),
  update: route('PUT', '/imports/{id}', 'write'),
  rows: route('GET', '/imports/{id}/rows', 'write'),
  updateRow: route('PUT', '/imports/{id}/rows/{n}', 'write'),
  errors: route('GET', '/imports/{id}/errors.csv', 'write', {
    download: { name: 'errors.csv', type: 'text/csv' },
  }),
  apply: route('POST', '/imports/{id}/apply', 'write', { writesBatch: true }),
  remove: route('DELETE', '/imports/{id}', 'write'),
};
