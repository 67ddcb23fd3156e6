import { route } from '../api/route.ts';

export const impactRoutes = {
  ofMany: route('POST', '/impact', 'read'),
};
