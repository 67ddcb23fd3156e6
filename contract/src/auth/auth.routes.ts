import { route } from '../api/route.ts';

export const authRoutes = {
  login: route({ method: 'POST', path: '/auth/login', access: 'public' }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
  }),
  me: route({ method: 'GET', path: '/auth/me', access: 'session' }),
  logout: route({ method: 'POST', path: '/auth/logout', access: 'session' }),
};
