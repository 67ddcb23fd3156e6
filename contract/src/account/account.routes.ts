import { route } from '../api/route.ts';

/** A person's own account: its password, its sessions, and how they prove who they are. */
export const accountRoutes = {
  methods: route('GET', '/auth/methods', 'public'),
  confirmation: route('GET', '/auth/confirm', 'session'),
  confirm: route('POST', '/auth/confirm', 'session'),
  /** The current password in the body confirms it. */
  changePassword: route('POST', '/auth/password', 'session'),
  forgot: route('POST', '/auth/forgot', 'public'),
  reset: route('POST', '/auth/reset', 'public'),
  confirmAddress: route('POST', '/auth/address', 'public'),
  voidAddress: route('POST', '/auth/address/void', 'public'),
  sessions: route('GET', '/auth/sessions', 'session'),
  endSession: route('DELETE', '/auth/sessions/{id}', 'session', { confirmed: true }),
  endOtherSessions: route('DELETE', '/auth/sessions', 'session', { confirmed: true }),
};
