import { route } from '../api/route.ts';

export const exposureRoutes = {
  list: route('GET', '/members/{userId}/exposure', 'manage'),
  export: route('GET', '/members/{userId}/exposure/export', 'manage', {
    download: { name: 'exposure.csv', type: 'text/csv' },
  }),
  update: route('PUT', '/members/{userId}/exposure/{area}/{recordId}/{field}', 'manage'),
  turnOff: route('POST', '/members/{userId}/exposure/turn-off', 'manage', { confirmed: true }),
};

export const workListsRoutes = {
  list: route('GET', '/work-lists', 'manage'),
  create: route('POST', '/work-lists', 'manage'),
  get: route('GET', '/work-lists/{id}', 'manage'),
  update: route('PUT', '/work-lists/{id}/{area}/{recordId}/{field}', 'manage'),
  remove: route('DELETE', '/work-lists/{id}', 'manage'),
};
