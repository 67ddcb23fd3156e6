import { route } from '../api/route.ts';

export const auditRoutes = {
  list: route('GET', '/audit', 'manage'),
  ofInstallation: route('GET', '/installation/audit', 'administrator'),
  own: route('GET', '/auth/events', 'session'),
};
