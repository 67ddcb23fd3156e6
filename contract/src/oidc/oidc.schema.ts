import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, requiredSecret, time } from '../api/values.ts';
import { sessionOrChallenge } from '../auth/auth.schema.ts';
import { invitationToken } from '../invitations/invitations.schema.ts';
import { limits } from '../rules/limits.ts';
import { oidcRoutes } from './oidc.routes.ts';

/** A person at an identity provider who signs in to the account. */
export const identity = z
  .object({
    id,
    /** The provider's address, as it signs itself. */
    issuer: z.string(),
    createdAt: time,
    /** null: not since it was linked. */
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof identity>;

/** `id` belongs to the browser that began; `query` is the query string that it came back with. */
const visit = {
  id: requiredSecret('Challenge', limits.challenge),
  query: requiredSecret('Query', limits.passkeyPart),
};

// Both wait for the identity provider, and `challengeEverySeconds` limits how often they begin.
export const begin = endpoint(oidcRoutes.begin, {
  ownLimit: true,
  summary: 'Begin a sign-in through the identity provider',
  data: z.object({
    /** The browser keeps it and sends it on return, so that nobody else can finish the sign-in. */
    id: z.string(),
    /** Where to send the browser. */
    url: z.string(),
  }),
});
export const finish = endpoint(oidcRoutes.finish, {
  ownLimit: true,
  summary: 'Complete a sign-in or registration through the identity provider',
  body: z.object({ ...visit, invitation: invitationToken.nullish() }),
  data: sessionOrChallenge,
});
export const link = endpoint(oidcRoutes.link, {
  summary: 'Link your account with the identity provider',
  body: z.object(visit),
  data: z.object({ linked: z.boolean() }),
});
export const list = endpoint(oidcRoutes.list, {
  summary: 'Who signs in to your account through an identity provider, the first linked first',
  data: z.object({ identities: z.array(identity) }),
});
export const unlink = endpoint(oidcRoutes.unlink, {
  summary: 'Unlink an identity, which ends your other sessions; refused for your only way to sign in',
  params: z.object({ id: z.string() }),
  data: z.object({ id }),
});
