import { z } from 'zod';
import { facts } from './servers.routes.ts';
import { serverStatuses } from '../../catalog/server-statuses.ts';
import { tagActions } from '../../api/bulk-actions.ts';
import { crud, exportEndpoint, exportFormat } from '../../api/crud.ts';
import { endpoint } from '../../api/endpoint.ts';
import {
  comment,
  flag,
  id,
  optionalSecret,
  optionalText,
  optionalUrl,
  queryText,
  reference,
  requiredText,
  stamps,
  tagOut,
  tags,
} from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { tagsEndpoint } from '../../api/summaries.ts';
import { isIpv4 } from '../../rules/ip-address.ts';
import { serverUserErrors } from '../../rules/server-users.ts';
import { hostingSummary } from '../hostings/hostings.schema.ts';

const status = z.enum(serverStatuses, { error: `Status must be one of: ${serverStatuses.join(', ')}` });
const usersAtMost = 50;

/** What a user must have is told by the rule of the whole list, with the user's number. */
const userDraft = z.object({
  username: optionalText('Username', limits.name),
  password: optionalSecret('Password', limits.password),
  sshKey: optionalSecret('SSH key', limits.credential),
  isDefault: flag('Default').default(false),
});

const users = z
  .array(userDraft, {
    error: ({ input }) =>
      input === undefined || input === null ? 'At least one user is required' : 'Users must be a list',
  })
  .max(usersAtMost, `Maximum ${usersAtMost} users allowed`)
  .superRefine((list, context) => {
    for (const [path, message] of Object.entries(serverUserErrors(list)))
      context.addIssue({ code: 'custom', path: path.split('.').slice(1), message });
  });

const fields = {
  name: requiredText('Name', limits.name),
  hostingId: reference('Hosting account'),
  country: optionalText('Country', limits.name),
  ip: optionalText('IP address', limits.name).refine((ip) => !ip || isIpv4(ip), 'Invalid IP address format'),
  panelUrl: optionalUrl('Panel URL'),
  users,
  status,
  tags,
  comment,
};

export const serverCreate = z
  .object({ ...fields, status: status.default('ACTIVE'), tags: tags.default([]) })
  .meta({ id: 'ServerCreate' });
export type ServerCreate = z.infer<typeof serverCreate>;
export const serverUpdate = z.object(fields).partial().meta({ id: 'ServerUpdate' });
export type ServerUpdate = z.infer<typeof serverUpdate>;

const serverUser = z.object({
  username: z.string(),
  password: z.string(),
  sshKey: z.string().nullable(),
  isDefault: z.boolean(),
});
export type ServerUser = z.infer<typeof serverUser>;

export const server = z
  .object({
    ...stamps,
    name: z.string(),
    hostingId: id,
    hosting: hostingSummary,
    country: z.string().nullable(),
    ip: z.string().nullable(),
    panelUrl: z.string().nullable(),
    users: z.array(serverUser),
    status: z.enum(serverStatuses),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
    _count: z.object({ domains: z.number() }),
  })
  .meta({ id: 'Server' });
export type Server = z.infer<typeof server>;

export const servers = crud(facts.servers, {
  entity: server,
  create: serverCreate,
  update: serverUpdate,
  actions: tagActions,
});

export const serverStats = endpoint(facts.serverStats, {
  summary: 'How many servers there are, by status',
  data: z.object({
    total: z.number(),
    active: z.number(),
    inactive: z.number(),
    maintenance: z.number(),
  }),
});

export const serverTags = tagsEndpoint(facts.serverTags);

export const serverSsh = endpoint(facts.serverSsh, {
  summary: 'The command that signs the named user in, or the default one',
  params: z.object({ id: z.string() }),
  query: z.object({ username: queryText.optional() }),
  data: z.object({
    command: z.string().nullable().meta({ description: 'null while the server has no IP address' }),
    username: z.string(),
    host: z.string().nullable(),
  }),
});

export const serverExport = exportEndpoint(facts.serverExport, servers.query.extend(exportFormat));
