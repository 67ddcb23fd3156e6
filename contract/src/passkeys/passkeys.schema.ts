import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, requiredText, time } from '../api/values.ts';
import { session } from '../auth/auth.schema.ts';
import { recoveryCodes } from '../factors/factors.schema.ts';
import { limits } from '../rules/limits.ts';
import { passkeysRoutes } from './passkeys.routes.ts';

export const passkey = z
  .object({ id, name: z.string(), createdAt: time, lastUsedAt: time.nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** Bytes as in WebAuthn's JSON. */
const base64url = z
  .string({ error: "Not a passkey's response" })
  .max(limits.passkeyPart, `A part of a passkey's answer must be less than ${limits.passkeyPart} characters`);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
/** WebAuthn's RegistrationResponseJSON and AuthenticationResponseJSON, reduced to what the server reads. */
const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(limits.id)).max(limits.transports).optional(),
  }),
});
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

/** What the browser's WebAuthn functions take. */
const user = z.object({ id: z.string(), name: z.string(), displayName: z.string() });
const described = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }),
);
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user,
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: described,
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  attestation: z.string(),
});
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  userVerification: z.string(),
});

const name = requiredText('Name', limits.name);
const params = z.object({ id: z.string() });

export const list = endpoint(passkeysRoutes.list, {
  summary: 'Your passkeys, the oldest first',
  data: z.object({ passkeys: z.array(passkey) }),
});
export const options = endpoint(passkeysRoutes.options, {
  summary: 'Options for creating a passkey',
  data: z.object({ options: creationOptions }),
});
export const create = endpoint(passkeysRoutes.create, {
  summary: 'Add a passkey. The first second factor comes with recovery codes',
  body: z.object({ name, response: newCredential }),
  data: z.object({ passkey, recoveryCodes: recoveryCodes.nullable() }),
  status: 201,
});
export const update = endpoint(passkeysRoutes.update, {
  summary: 'Rename a passkey',
  params,
  body: z.object({ name }),
  data: z.object({ passkey }),
});
export const remove = endpoint(passkeysRoutes.remove, {
  summary: 'Remove a passkey, which ends your other sessions',
  params,
  data: z.object({ id }),
});
export const signInOptions = endpoint(passkeysRoutes.signInOptions, {
  summary: 'Options for signing in with a passkey',
  data: z.object({ options: requestOptions }),
});
export const signIn = endpoint(passkeysRoutes.signIn, {
  summary: 'Sign in with a passkey',
  body: z.object({ response: assertion }),
  data: session,
});
