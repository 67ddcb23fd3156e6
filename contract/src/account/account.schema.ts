import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, knownEmailAddress, linkToken, queryFlag, time } from '../api/values.ts';
import { newPassword, password } from '../auth/auth.schema.ts';
import { code } from '../factors/factors.schema.ts';
import { assertion } from '../passkeys/passkeys.schema.ts';
import { limits } from '../rules/limits.ts';
import { accountRoutes } from './account.routes.ts';

export const methods = endpoint(accountRoutes.methods, {
  summary: 'How one signs in to this installation',
  data: z.object({
    password: z.boolean(),
    /** Whether the installation sends mail, so that a forgotten password can be replaced by a link. */
    mail: z.boolean(),
    /** The identity provider, by the name that people know it by. */
    oidc: z.object({ name: z.string() }).nullable(),
    passkeys: z.boolean(),
    /** Whether nobody has registered yet: the first account becomes the administrator. */
    isNew: z.boolean(),
  }),
});

/** What proves who a person is. */
const proofs = ['password', 'code', 'passkey'] as const;

export const confirmation = endpoint(accountRoutes.confirmation, {
  summary: 'How you can confirm your identity',
  data: z.object({
    methods: z.array(z.enum(proofs)),
    /** False for whoever signed up through the identity provider, until they choose one by a link. */
    hasPassword: z.boolean(),
  }),
});
export const confirm = endpoint(accountRoutes.confirm, {
  summary: `Confirm your identity, to change who has access within the next ${limits.confirmedMinutes} minutes`,
  body: z.object({
    password: password.optional(),
    code: code.optional(),
    /** The browser's answer to the options of a passkey sign-in. */
    passkey: assertion.optional(),
  }),
  data: z.object({ confirmedUntil: time }),
});

export const changePassword = endpoint(accountRoutes.changePassword, {
  summary: 'Change your password, which ends your other sessions',
  body: z.object({ current: password, next: newPassword }),
  data: z.object({ changed: z.boolean() }),
});

export const forgot = endpoint(accountRoutes.forgot, {
  summary: 'Ask for a link to replace a forgotten password; the answer is the same for any address',
  body: z.object({ email: knownEmailAddress('Email is invalid') }),
  data: z.object({ accepted: z.boolean() }),
});
export const reset = endpoint(accountRoutes.reset, {
  summary: 'Replace a forgotten password, which ends all sessions and API tokens',
  body: z.object({ token: linkToken, password: newPassword }),
  data: z.object({ reset: z.boolean() }),
});
export const confirmAddress = endpoint(accountRoutes.confirmAddress, {
  summary: 'Confirm a new address with the token of the link sent to it',
  body: z.object({ token: linkToken }),
  data: z.object({ email: z.string() }),
});

export const voidAddress = endpoint(accountRoutes.voidAddress, {
  summary: 'Void a change of address with the token of the link sent to the old one',
  body: z.object({ token: linkToken }),
  data: z.object({ voided: z.boolean() }),
});

export const session = z
  .object({
    id,
    /** The User-Agent header. */
    client: z.string().nullable(),
    address: z.string().nullable(),
    createdAt: time,
    /** To the minute. */
    lastSeenAt: time,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const sessions = endpoint(accountRoutes.sessions, {
  summary: 'Your sessions, the last used first',
  data: z.object({ sessions: z.array(session) }),
});
export const endSession = endpoint(accountRoutes.endSession, {
  summary: 'End one of your sessions',
  params: z.object({ id: z.string() }),
  data: z.object({ id }),
});
export const endOtherSessions = endpoint(accountRoutes.endOtherSessions, {
  summary: 'End all of your sessions except this one, and with `calendars` the addresses of your calendars',
  query: z.object({ calendars: queryFlag.optional() }),
  data: z.object({
    ended: z.number(),
    /** How many addresses of calendars in all workspaces go on working. */
    calendars: z.number(),
  }),
});
