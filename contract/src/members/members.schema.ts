import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { roles } from '../api/permissions.ts';
import { flag, requiredText, time } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { membersRoutes } from './members.routes.ts';

export const role = z.enum(roles, { error: `Role must be one of: ${roles.join(', ')}` });

/** A member sees records with at least one of these tags; empty: every record. */
export const scope = z
  .array(
    z.object({
      type: requiredText('Tag type', limits.tagType),
      value: requiredText('Tag value', limits.tagValue),
    }),
    { error: 'Scope must be a list of tags' },
  )
  .max(limits.tags, `Maximum ${limits.tags} tags allowed`);
export type Scope = z.infer<typeof scope>;

export const secrets = flag('Secrets');

/** A member's rights as answered. */
export const membership = { role: z.enum(roles), secrets: z.boolean(), scope };

export const member = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: membership.role,
    /** null for other members unless the reader has `manage`: what admins and owners have follows from the role. */
    secrets: membership.secrets.nullable(),
    scope: membership.scope.nullable(),
    joinedAt: time,
    /** The latest request in any session, to the minute; null unless the reader has `manage`. */
    lastSeenAt: time.nullable(),
    secondFactor: z.boolean().nullable(),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

const params = z.object({ userId: z.string() });

export const list = endpoint(membersRoutes.list, {
  summary: 'The members of the workspace, by address; rights beyond the role are shown to managers only',
  data: z.object({ members: z.array(member) }),
});
export const update = endpoint(membersRoutes.update, {
  summary: "Change a member's role, right to read secrets or scope",
  params,
  body: z.object({ role, secrets, scope }).partial(),
  data: z.object({ member }),
});
export const remove = endpoint(membersRoutes.remove, {
  summary: 'Remove a member, or leave',
  params,
  data: z.object({ userId: z.string() }),
});
