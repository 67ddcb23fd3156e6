import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { roles } from '../api/permissions.ts';
import { emailAddress, id, time } from '../api/values.ts';
import { membership, role, scope, secrets } from '../members/members.schema.ts';
import { limits } from '../rules/limits.ts';
import { workspace } from '../workspaces/workspaces.schema.ts';
import { invitationsRoutes } from './invitations.routes.ts';

export const invitation = z
  .object({
    id,
    email: z.string(),
    ...membership,
    invitedBy: z.object({ userId: z.string(), name: z.string().nullable(), email: z.string() }).nullable(),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

export const invitationToken = z
  .string({ error: 'Invitation is required' })
  .min(1, 'Invitation is required')
  .max(limits.invitation, 'The invitation is not valid');

export const list = endpoint(invitationsRoutes.list, {
  summary: 'The open invitations, newest first',
  data: z.object({ invitations: z.array(invitation) }),
});
export const create = endpoint(invitationsRoutes.create, {
  summary: `Invite a person; ${roles[0]} without secrets sees least`,
  body: z.object({
    email: emailAddress('Email is invalid'),
    role,
    secrets: secrets.default(false),
    scope: scope.default([]),
  }),
  /** The link is shown only here; where mail is set up, it is also mailed. */
  data: z.object({ invitation, url: z.string(), mailed: z.boolean() }),
  status: 201,
});
export const remove = endpoint(invitationsRoutes.remove, {
  summary: 'Withdraw an invitation',
  params: z.object({ id: z.string() }),
  data: z.object({ id }),
});
export const open = endpoint(invitationsRoutes.open, {
  summary: 'What an invitation is to, for the holder of its link',
  body: z.object({ token: invitationToken }),
  data: z.object({
    invitation: z.object({ email: z.string(), workspace: z.string(), role, invitedBy: z.string() }),
  }),
});
export const accept = endpoint(invitationsRoutes.accept, {
  summary: 'Accept an invitation to your own address',
  body: z.object({ token: invitationToken }),
  data: z.object({ workspace }),
});
