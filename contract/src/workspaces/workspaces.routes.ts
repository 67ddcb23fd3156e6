import { route } from '../api/route.ts';

export const workspacesRoutes = {
  list: route('GET', '/workspaces', 'session'),
  create: route('POST', '/workspaces', 'session'),
  get: route('GET', '/workspaces/{id}', 'member', { ofWorkspace: true }),
  update: route('PUT', '/workspaces/{id}', 'manage', { ofWorkspace: true, confirmed: true }),
  remove: route('DELETE', '/workspaces/{id}', 'own', { ofWorkspace: true, confirmed: true }),
};
