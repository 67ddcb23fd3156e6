import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { momentsQuery, pageQuery, pagination } from '../api/query.ts';
import { id, queryText, time } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { type AuditAction, auditActions } from './audit.actions.ts';
import { auditRoutes } from './audit.routes.ts';

/** The actor and the API token, if one was used, under the names that they had then. */
export const madeBy = {
  /** null: unknown, or the server itself. */
  actor: z.object({ userId: z.string(), name: z.string().nullable(), email: z.string() }).nullable(),
  token: z.object({ id: z.string(), name: z.string() }).nullable(),
};

const words = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

export const auditEvent = z
  .object({
    id,
    at: time,
    ...madeBy,
    /** The network address and the User-Agent header of the request. */
    address: z.string().nullable(),
    client: z.string().nullable(),
    action: z.enum(words),
    /** The object of the action, in words. */
    subject: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEvent>;

const ownQuery = z.object({
  ...pageQuery,
  action: z.enum(words, { error: `Action must be one of: ${words.join(', ')}` }).optional(),
  ...momentsQuery,
});
const query = ownQuery.extend({ actorId: queryText.optional() });
const data = z.object({ events: z.array(auditEvent), pagination });

export const list = endpoint(auditRoutes.list, {
  summary: 'The audit of the workspace, newest first',
  query,
  data,
});
export const ofInstallation = endpoint(auditRoutes.ofInstallation, {
  summary: 'The audit of the installation, newest first',
  query,
  data,
});
export const own = endpoint(auditRoutes.own, {
  summary: `What happened to your account in the last ${limits.eventDays} days, newest first`,
  query: ownQuery,
  data,
});
