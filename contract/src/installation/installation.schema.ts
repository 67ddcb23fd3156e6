import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageQuery, pagination } from '../api/query.ts';
import { flag, id, queryText, time } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { counts } from '../workspaces/workspaces.schema.ts';
import { installationRoutes } from './installation.routes.ts';

const accountRoles = ['ADMIN', 'USER'] as const;

const accountAnswer = z
  .object({
    id,
    email: z.string(),
    name: z.string().nullable(),
    /** In the installation: it gives no right in anybody's workspace. */
    role: z.enum(accountRoles),
    disabled: z.boolean(),
    secondFactor: z.boolean(),
    createdAt: time,
    /** Of their latest request in any session, to the minute. */
    lastSeenAt: time.nullable(),
    /** How many workspaces the person is a member of. */
    workspaces: z.number(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountAnswer>;

const job = z
  .object({
    kind: z.string(),
    /** Failing: its latest run failed, and another one is to come. */
    state: z.enum(['waiting', 'running', 'failing']),
    /** When its latest run ended, however it did. */
    lastRunAt: time.nullable(),
    /** null: it runs now. */
    nextRunAt: time.nullable(),
    /** Runs in a row that failed, and why the latest did: the name and the code of the error. */
    failures: z.number(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof job>;

const params = z.object({ id: z.string() });
const workspace = z.object({ id, name: z.string() });
const deleted = z.array(workspace.extend({ counts }));

export const get = endpoint(installationRoutes.get, {
  summary: 'The installation: its version, settings and jobs, and how far a rotation of keys is',
  data: z.object({
    version: z.string(),
    engine: z.enum(['sqlite', 'postgres']),
    registration: z.enum(['open', 'closed']),
    /** Its sender, how many mails wait, and why the one that failed last did; null: none is sent. */
    mail: z.object({ from: z.string(), waiting: z.number(), lastError: z.string().nullable() }).nullable(),
    jobs: z.array(job),
    /** Rows that were looked at, of how many, which is not known at once; null: none is under way. */
    keyRotation: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  }),
});
export type Installation = z.infer<typeof get.data>;

export const accounts = endpoint(installationRoutes.accounts, {
  summary: 'The accounts of the installation, by address',
  query: z.object({
    ...pageQuery,
    /** A part of the address or the name. */
    search: queryText.max(limits.search, `Search must be less than ${limits.search} characters`).optional(),
  }),
  data: z.object({ accounts: z.array(accountAnswer), pagination }),
});
export const account = endpoint(installationRoutes.account, {
  summary: 'An account, what its deletion would take with it, and what stands in its way',
  params,
  data: z.object({
    account: accountAnswer,
    /** The workspaces that nobody else is a member of, with how many records of each kind they hold. */
    deletes: deleted,
    /** The workspaces of others that would be left without an owner. */
    lastOwnerOf: z.array(workspace),
  }),
});
export const updateAccount = endpoint(installationRoutes.updateAccount, {
  summary: 'Disable or enable an account, which ends its access, or make it an administrator or none',
  params,
  body: z
    .object({
      disabled: flag('Disabled'),
      role: z.enum(accountRoles, { error: `Role must be one of: ${accountRoles.join(', ')}` }),
    })
    .partial(),
  data: z.object({ account: accountAnswer }),
});
export const removeAccount = endpoint(installationRoutes.removeAccount, {
  summary: 'Delete an account, with the workspaces that nobody else is a member of',
  params,
  data: z.object({ id, workspaces: deleted }),
});
export const removeFactor = endpoint(installationRoutes.removeFactor, {
  summary: "Remove a person's second factor, passkeys included, which ends their sessions",
  params,
  data: z.object({ account: accountAnswer }),
});
