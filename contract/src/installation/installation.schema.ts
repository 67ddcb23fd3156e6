import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageQuery, pagination } from '../api/query.ts';
import { flag, id, queryText, time } from '../api/values.ts';
import { identity } from '../oidc/oidc.schema.ts';
import { limits } from '../rules/limits.ts';
import { counts } from '../workspaces/workspaces.schema.ts';
import { installationRoutes } from './installation.routes.ts';

const accountRoles = ['ADMIN', 'USER'] as const;

const accountAnswer = z
  .object({
    id,
    email: z.string(),
    name: z.string().nullable(),
    /** The role in the installation, which gives no rights in any workspace. */
    role: z.enum(accountRoles),
    disabled: z.boolean(),
    secondFactor: z.boolean(),
    createdAt: time,
    /** The latest request in any session, to the minute. */
    lastSeenAt: time.nullable(),
    /** How many workspaces the person is a member of. */
    workspaces: z.number(),
    /** Who signs in to the account through an identity provider. */
    identities: z.array(identity),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountAnswer>;

const job = z
  .object({
    kind: z.string(),
    /** Failing: the latest run failed and will be retried. */
    state: z.enum(['waiting', 'running', 'failing']),
    /** When the latest run ended, successful or not. */
    lastRunAt: time.nullable(),
    /** null: running now. */
    nextRunAt: time.nullable(),
    /** How many runs failed in a row, and the name and code of the latest error. */
    failures: z.number(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof job>;

const params = z.object({ id: z.string() });
const workspace = z.object({ id, name: z.string() });
const deleted = z.array(workspace.extend({ counts }));

export const get = endpoint(installationRoutes.get, {
  summary: 'The installation: version, settings, jobs, and the progress of a key rotation',
  data: z.object({
    version: z.string(),
    engine: z.enum(['sqlite', 'postgres']),
    registration: z.enum(['open', 'closed']),
    /** The sender, the number of waiting mails and the latest failure; null: mail is not set up. */
    mail: z.object({ from: z.string(), waiting: z.number(), lastError: z.string().nullable() }).nullable(),
    jobs: z.array(job),
    /** Rows done out of the total, which is null while unknown; null: no rotation is in progress. */
    keyRotation: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  }),
});
export type Installation = z.infer<typeof get.data>;

export const accounts = endpoint(installationRoutes.accounts, {
  summary: 'The accounts of the installation, by address',
  query: z.object({
    ...pageQuery,
    /** Matches part of the address or the name. */
    search: queryText.max(limits.search, `Search must be less than ${limits.search} characters`).optional(),
  }),
  data: z.object({ accounts: z.array(accountAnswer), pagination }),
});
export const account = endpoint(installationRoutes.account, {
  summary: 'An account, what would be deleted with it, and what prevents its deletion',
  params,
  data: z.object({
    account: accountAnswer,
    /** Workspaces without other members, with the number of records of each kind in them. */
    deletes: deleted,
    /** Workspaces of others that would be left without an owner. */
    lastOwnerOf: z.array(workspace),
  }),
});
export const updateAccount = endpoint(installationRoutes.updateAccount, {
  summary: 'Disable an account, which ends its access, or enable it; promote or demote an administrator',
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
  summary: 'Delete an account, with the workspaces without other members',
  params,
  data: z.object({ id, workspaces: deleted }),
});
export const removeFactor = endpoint(installationRoutes.removeFactor, {
  summary: "Remove a person's second factor, passkeys included, which ends their sessions",
  params,
  data: z.object({ account: accountAnswer }),
});
export const testMail = endpoint(installationRoutes.testMail, {
  summary: 'Send a test mail to your own address, and say what the mail server answered',
  data: z.object({
    to: z.string(),
    /** The code and the sentence of the mail server or the connection; null: it accepted the mail. */
    problem: z.string().nullable(),
  }),
});
export const removeIdentity = endpoint(installationRoutes.removeIdentity, {
  summary: "Unlink a person's identity, which ends their sessions; refused for their only way to sign in",
  params: z.object({ id: z.string(), identityId: z.string() }),
  data: z.object({ account: accountAnswer }),
});
