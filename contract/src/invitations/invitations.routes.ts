import { route } from '../api/route.ts';

export const invitationsRoutes = {
  list: route('GET', '/invitations', 'manage'),
  create: route('POST', '/invitations', 'manage', { confirmed: true }),
  remove: route('DELETE', '/invitations/{id}', 'manage', { confirmed: true }),
  /** What the page behind an invitation's link says before anybody signs in. */
  open: route('POST', '/invitations/open', 'public'),
  accept: route('POST', '/invitations/accept', 'session'),
};
