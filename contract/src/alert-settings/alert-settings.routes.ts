import { route } from '../api/route.ts';

export const alertSettingsRoutes = {
  get: route('GET', '/alert-settings', 'read'),
  update: route('PUT', '/alert-settings', 'manage'),
};
