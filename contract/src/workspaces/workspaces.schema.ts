import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { areas } from '../api/areas.ts';
import { currency } from '../api/renewal.ts';
import { flag, id, requiredName } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { membership } from '../members/members.schema.ts';
import { workspacesRoutes } from './workspaces.routes.ts';

/** A workspace as one of its members sees it: role, right to read secrets and scope are that member's. */
export const workspace = z
  .object({
    id,
    name: z.string(),
    ...membership,
    members: z.number(),
    isDefault: z.boolean(),
    /** Members without one can do nothing in the workspace except set one up. */
    requireSecondFactor: z.boolean(),
    /** How many days the history, and the secrets of deleted records in it, are kept. */
    historyDays: z.number(),
    deletedSecretDays: z.number(),
    /** That of prices without one. */
    currency: z.string().nullable(),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof workspace>;

const days = (what: string) => {
  const error = `${what} must be kept for 1 to ${limits.days} days`;
  return z.number({ error }).int(error).min(1, error).max(limits.days, error);
};

const params = z.object({ id: z.string() });
const one = z.object({ workspace });
export const counts = z.array(z.object({ area: z.enum(areas), count: z.number() }));

export const list = endpoint(workspacesRoutes.list, {
  summary: 'The workspaces that you are a member of, the default one first',
  data: z.object({ workspaces: z.array(workspace) }),
});
export const create = endpoint(workspacesRoutes.create, {
  summary: 'Create a workspace, as its owner',
  body: z.object({ name: requiredName }),
  data: one,
  status: 201,
});
export const get = endpoint(workspacesRoutes.get, {
  summary: 'A workspace, with the number of records of each kind that you see',
  params,
  data: z.object({ workspace, counts }),
});
export const update = endpoint(workspacesRoutes.update, {
  summary: 'Change the fields that are sent of a workspace',
  params,
  body: z
    .object({
      name: requiredName,
      requireSecondFactor: flag('Second factor'),
      historyDays: days('The history'),
      deletedSecretDays: days('Secrets of deleted records'),
      currency,
    })
    .partial(),
  data: one,
});
export const remove = endpoint(workspacesRoutes.remove, {
  summary: 'Delete a workspace with everything in it',
  params,
  data: z.object({ id, counts }),
});
