import { route } from '../api/route.ts';

export const graphRoutes = {
  graph: route('GET', '/graph', 'read'),
  heaviest: route('GET', '/graph/heaviest', 'read'),
};
