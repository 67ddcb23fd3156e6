import { route } from '../api/route.ts';

export const authRoutes = {
  login: route('POST', '/auth/login', 'public'),
  register: route('POST', '/auth/register', 'public'),
  refresh: route('POST', '/auth/refresh', 'public'),
  me: route('GET', '/auth/me', 'session'),
  changeMe: route('PUT', '/auth/me', 'session'),
  logout: route('POST', '/auth/logout', 'session'),
};
