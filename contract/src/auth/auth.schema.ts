import { z } from 'zod';
import { authRoutes } from './auth.routes.ts';
import { endpoint } from '../api/endpoint.ts';
import {
  emailAddress,
  id,
  knownEmailAddress,
  optionalName,
  optionalText,
  reference,
  requiredSecret,
  identity,
} from '../api/values.ts';
import { invitationToken } from '../invitations/invitations.schema.ts';
import { limits } from '../rules/limits.ts';

export const user = z
  .object({
    ...identity,
    id,
    email: z.string(),
    role: z.enum(['ADMIN', 'USER']),
    name: z.string().nullable(),
    defaultWorkspaceId: z.string().nullable(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof tokens>;
export const session = z.object({ user, tokens });

/** What completes a sign-in after the password: a code of the app, a recovery code, or a passkey. */
export const secondMethods = ['code', 'recovery', 'passkey'] as const;
/** `id` goes with the code to `POST /auth/login/second`. */
export const challenge = z.object({ id: z.string(), methods: z.array(z.enum(secondMethods)) });
export type Challenge = z.infer<typeof challenge>;
/** A person with a second factor gets no tokens yet. */
export const sessionOrChallenge = z.union([session, z.object({ challenge })]);

const email = emailAddress('Email is invalid');
export const password = requiredSecret('Password', limits.password);
export const newPassword = password
  .min(8, 'Password must be at least 8 characters')
  .refine(
    (value) => /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\d/.test(value),
    'Password must contain uppercase, lowercase, and number',
  );

export const signIn = z.object({ email: knownEmailAddress('Email is invalid'), password });
/** Until the installation has an administrator, registering needs the setup code that the server prints. */
export const registration = z.object({
  email,
  password: newPassword,
  setupCode: optionalText('Setup code', limits.setupCode),
  /** The token of an invitation to this address: the person joins its workspace and gets none of their own. */
  invitation: invitationToken.nullish(),
});
/** For the form alone: the confirmation is not sent. */
export const registrationForm = registration
  .extend({ confirmPassword: z.string() })
  .superRefine(({ password: first, confirmPassword }, context) => {
    const message = confirmPassword === '' ? 'Please confirm your password' : 'Passwords do not match';
    if (confirmPassword === '' || confirmPassword !== first)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message });
  });

export const login = endpoint(authRoutes.login, {
  summary: 'Sign in. With a second factor, the answer is a challenge instead of tokens',
  // A separate queue, fair by client and account, checks passwords.
  ownLimit: true,
  body: signIn,
  data: sessionOrChallenge,
});
export const register = endpoint(authRoutes.register, {
  summary: 'Create an account and sign in',
  status: 201,
  ownLimit: true,
  body: registration,
  data: session,
});
export const refresh = endpoint(authRoutes.refresh, {
  summary: 'Get a new access token',
  body: z.object({
    refreshToken: z.string({ error: 'Refresh token is required' }).min(1).max(limits.refreshToken),
  }),
  data: tokens,
});
/** `pendingEmail`: a new address that takes effect once the link sent to it is opened. */
const own = z.object({ user, pendingEmail: z.string().nullable() });
export const me = endpoint(authRoutes.me, { summary: 'The signed-in user', data: own });
export const changeMe = endpoint(authRoutes.changeMe, {
  summary: 'Change your name, your default workspace or your address',
  body: z.object({
    name: optionalName,
    defaultWorkspaceId: reference('Workspace').optional(),
    /** A new address needs a recent confirmation. */
    email: email.optional(),
  }),
  data: own,
});
export const logout = endpoint(authRoutes.logout, {
  summary: 'End the session',
  data: z.object({ loggedOut: z.boolean() }),
});
