import { route } from '../api/route.ts';

export const invitationsRoutes = {
  list: route('GET', '/invitations', 'manage'),
  create: route('POST', '/invitations', 'manage', { confirmed: true }),
  remove: route('DELETE', '/invitations/{id}', 'manage', { confirmed: true }),
  accept: route('POST', '/invitations/accept', 'session'),
};
