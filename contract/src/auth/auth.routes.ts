import type * as contract from './auth.schema.ts';
import { call, typed } from '../api/route.ts';

export const facts = {
  login: call({ method: 'POST', path: '/auth/login', access: 'public' }),
  register: call({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
  }),
  refresh: call({
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
  }),
  me: call({ method: 'GET', path: '/auth/me' }),
  logout: call({ method: 'POST', path: '/auth/logout' }),
};

export const { login, register, refresh, me, logout } = typed<typeof contract, typeof facts>(facts);
