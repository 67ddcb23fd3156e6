import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { type TokenPermission, tokenPermissions } from '../api/permissions.ts';
import { id, optionalDate, requiredText, time } from '../api/values.ts';
import { scope } from '../members/members.schema.ts';
import { limits } from '../rules/limits.ts';
import { tokensRoutes } from './tokens.routes.ts';

export const apiToken = z
  .object({
    id,
    name: z.string(),
    /** An upper bound: a token never may more than its maker at that moment. */
    permissions: z.array(z.enum(tokenPermissions)),
    /** Restricts what the maker sees to records with one of these tags; empty: no restriction. */
    scope,
    expiresAt: time,
    /** The addresses and networks that it is accepted from; empty: any. */
    addresses: z.array(z.string()),
    createdAt: time,
    /** When it was last used, to the minute, and from which address. */
    lastUsedAt: time.nullable(),
    lastUsedFrom: z.string().nullable(),
    createdBy: z.object({ userId: z.string(), name: z.string().nullable(), email: z.string() }),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiToken>;

const permissions = z
  .array(z.enum(tokenPermissions, { error: `Permissions are: ${tokenPermissions.join(', ')}` }), {
    error: 'Permissions must be a list',
  })
  .min(1, 'Permissions are required')
  .max(limits.tokenPermissions, `Maximum ${limits.tokenPermissions} permissions allowed`)
  .default(['read'] satisfies TokenPermission[]);

export const list = endpoint(tokensRoutes.list, {
  summary: 'Your API tokens in the workspace, newest first; managers see those of all members',
  data: z.object({ tokens: z.array(apiToken) }),
});
export const create = endpoint(tokensRoutes.create, {
  summary: `Create an API token; without \`expiresAt\` it ends after ${limits.tokenDays} days`,
  body: z.object({
    name: requiredText('Name', limits.name),
    permissions,
    scope: scope.default([]),
    expiresAt: optionalDate,
    addresses: z
      .array(requiredText('Address', limits.network), { error: 'Addresses must be a list' })
      .max(limits.tokenAddresses, `Maximum ${limits.tokenAddresses} addresses allowed`)
      .default([]),
  }),
  /** The value is answered only here. */
  data: z.object({ token: apiToken, value: z.string() }),
  status: 201,
});
export const remove = endpoint(tokensRoutes.remove, {
  summary: 'End an API token',
  params: z.object({ id: z.string() }),
  data: z.object({ id }),
});
