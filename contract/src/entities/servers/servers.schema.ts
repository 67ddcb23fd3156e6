import { z } from 'zod';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import {
  also,
  caseless,
  choice,
  initially,
  optionalInteger,
  optionalText,
  reference,
  sealed,
  noted,
  tagged,
  text,
} from '../../api/fields.ts';
import { paid } from '../../api/renewal.ts';
import {
  flag,
  id,
  optionalSecret,
  optionalText as optionalTextRule,
  optionalUrl,
  queryText,
  requiredText,
} from '../../api/values.ts';
import { serverStatuses } from '../../catalog/server-statuses.ts';
import { isIpv4 } from '../../rules/ip-address.ts';
import { limits } from '../../rules/limits.ts';
import { serverUserErrors } from '../../rules/server-users.ts';
import { lookedUp } from '../../lookups/lookups.routes.ts';
import { lookedUpEndpoints } from '../../lookups/lookups.schema.ts';
import { hostings } from '../hostings/hostings.routes.ts';
import { hostingSummary } from '../hostings/hostings.schema.ts';
import { servers } from './servers.routes.ts';

const idText = z
  .string({ error: 'User id must be text' })
  .max(limits.id, `An id has at most ${limits.id} characters`);

/** `serverUserErrors` reports what is missing, with the user's number. */
const userDraft = z.object({
  /** The id of a stored user; without it the username identifies the user. */
  id: idText.optional(),
  username: optionalTextRule('Username', limits.name),
  password: optionalSecret('Password', limits.password),
  sshKey: optionalSecret('SSH key', limits.sshKey),
  isDefault: flag('Default').default(false),
});

const users = z
  .array(userDraft, {
    error: ({ input }) =>
      input === undefined || input === null ? 'At least one user is required' : 'Users must be a list',
  })
  .max(limits.serverUsers, `Maximum ${limits.serverUsers} users allowed`)
  .superRefine((list, context) => {
    for (const [path, message] of Object.entries(serverUserErrors(list)))
      context.addIssue({ code: 'custom', path: path.split('.').slice(1), message });
  });

const portMessage = 'SSH port must be between 1 and 65535';
const sshPort = z.preprocess(
  (value) => (value === '' ? null : value),
  z.int({ error: portMessage }).min(1, portMessage).max(65_535, portMessage).nullish(),
);

const serverUser = z.object({
  username: z.string(),
  password: z.string().nullable(),
  sshKey: z.string().nullable(),
  isDefault: z.boolean(),
  id,
});
export type ServerUser = z.infer<typeof serverUser>;

const own = entity(
  servers,
  {
    name: also(caseless(text(requiredText('Name', limits.name))), [
      'server',
      'server name',
      'hostname',
      'host',
      'title',
    ]),
    hostingId: also(reference({ kind: hostings, label: 'Hosting account', shown: hostingSummary }), [], {
      name: ['hosting', 'hosting name'],
      provider: ['provider', 'hosting provider'],
    }),
    country: also(optionalText(optionalTextRule('Country', limits.name)), ['location', 'region']),
    ip: also(
      optionalText(
        optionalTextRule('IP address', limits.name).refine(
          (ip) => !ip || isIpv4(ip),
          'Invalid IP address format',
        ),
      ),
      ['ip', 'ipv4', 'public ip', 'address', 'ansible host'],
    ),
    panelUrl: also(optionalText(optionalUrl('Panel URL')), [
      'panel',
      'control panel',
      'url',
      'login uri',
      'uri',
    ]),
    users: also(sealed('username', users, z.array(serverUser)), [], {
      username: ['username', 'user name', 'user', 'ssh user', 'login', 'login username', 'ansible user'],
      password: ['password', 'ssh password', 'root password', 'login password', 'pass', 'pwd'],
      sshKey: ['ssh key', 'private key', 'key'],
    }),
    status: also(initially(choice('Status', serverStatuses), 'ACTIVE'), ['state']),
    ...tagged,
    sshPort: also(optionalInteger(sshPort), ['ssh port', 'port']),
    ...paid,
    ...noted,
  },
  { derived: { _count: z.object({ domains: z.number() }) } },
);

export const server = extend(own, {
  stats: {
    summary: 'How many servers there are, by status',
    data: z.object({
      total: z.number(),
      active: z.number(),
      inactive: z.number(),
      maintenance: z.number(),
    }),
  },
  tags: tagsInUse,
  ...lookedUpEndpoints('server', lookedUp.servers),
  ssh: {
    summary: 'The command that signs the named user in, or the default one',
    params: z.object({ id: z.string() }),
    query: z.object({ username: queryText.optional() }),
    data: z.object({
      command: z.string().nullable().meta({ description: 'null while the server has no IP address' }),
      username: z.string(),
      host: z.string().nullable(),
    }),
  },
});
export type Server = z.infer<typeof server.answer>;

/** A domain's server, as the domain shows it. */
export const serverSummary = server.answer.pick({ id: true, name: true, ip: true });
