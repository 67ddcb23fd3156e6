import { isDomainName } from '@quartermaster/contract/rules/domain-name';
import Fastify from 'fastify';
import { Readable } from 'node:stream';
import { readConfig } from '../server/src/config.ts';
import { connect } from '../server/src/db/open.ts';
import { Keyring } from '../server/src/secrets/keyring.ts';
import type { NewDomain, Queries } from './floor-rows.ts';
import { postgresQueries } from './floor-postgres.ts';
import { sqliteQueries } from './floor-sqlite.ts';

/**
 * What a good engineer would write by hand for just these requests: Fastify and SQL on the product's own tables, with
 * no sign-in, no other endpoints and no count of what matches.
 */
const config = readConfig();
const queries: Queries = config.databaseUrl
  ? postgresQueries(config.databaseUrl)
  : sqliteQueries(config.dataDir);

/** The keys are the product's: the same unsealing. */
const db = connect(config, () => undefined, { bounded: false });
const keyring = new Keyring(db, config.masterKey);

const tag = { type: 'object', properties: { type: { type: 'string' }, value: { type: 'string' } } };
const nullableText = { type: 'string', nullable: true, maxLength: 5000 };
const domain = {
  type: 'object',
  required: ['domain', 'registratorAccountId', 'status'],
  properties: {
    domain: { type: 'string', minLength: 3, maxLength: 253 },
    registratorAccountId: { type: 'string', minLength: 36, maxLength: 36 },
    serverId: { type: 'string', nullable: true },
    cdnAccountId: { type: 'string', nullable: true },
    expirationDate: { type: 'string', nullable: true, format: 'date-time' },
    status: { enum: ['ACTIVE', 'EXPIRING', 'EXPIRED', 'BLOCKED', 'TRANSFERRED'] },
    tags: { type: 'array', items: tag },
    comment: nullableText,
  },
};

const fastify = Fastify({ bodyLimit: 32 * 1024 * 1024, routerOptions: { maxParamLength: 200 } });
interface Of {
  Params: { owner: string };
  Querystring: Record<string, string>;
}
fastify.get<Of>('/:owner/page', async ({ params, query }) => ({
  data: {
    domains: await queries.page(params.owner, query.status ?? '', Number(query.from ?? 0)),
    pagination: { page: 1, limit: 20 },
  },
}));
fastify.get<Of>('/:owner/list', async ({ params }) => ({
  data: { domains: await queries.list(params.owner), pagination: { page: 1, limit: 1000 } },
}));
fastify.get<Of>('/:owner/search', async ({ params, query }) => ({
  data: {
    domains: await queries.search(params.owner, query.words ?? ''),
    pagination: { page: 1, limit: 20 },
  },
}));
fastify.get<Of>('/:owner/servers', async ({ params: { owner } }) => {
  const { unseal } = await keyring.sealer(owner);
  const servers = await queries.servers(owner);
  return {
    data: {
      servers: servers.map(({ users, tags, ...server }) => ({
        ...server,
        tags: JSON.parse(tags) as unknown,
        users: JSON.parse(unseal('servers', 'users', server.id, users)) as unknown,
      })),
    },
  };
});
fastify.post<Of & { Body: NewDomain }>(
  '/:owner/domains',
  { schema: { body: domain } },
  async ({ params, body }, reply) => {
    if (!isDomainName(body.domain)) return reply.code(400).send({ error: 'Invalid domain' });
    return { data: { domain: await queries.create(params.owner, body) } };
  },
);
fastify.post<Of & { Body: { domains: NewDomain[] } }>(
  '/:owner/import',
  { schema: { body: { type: 'object', properties: { domains: { type: 'array', items: domain } } } } },
  async ({ params, body }) => {
    const good = body.domains.filter((row) => isDomainName(row.domain));
    await queries.import(params.owner, good);
    return { data: { imported: good.length } };
  },
);
fastify.get<Of>('/:owner/export', ({ params }, reply) =>
  reply.type('text/csv').send(Readable.from(queries.csv(params.owner))),
);
fastify.post<Of>('/:owner/check-expiration', async ({ params }) => ({
  data: { updatesApplied: await queries.checkExpiration(params.owner, Date.now()) },
}));

console.log(`Server listening at ${await fastify.listen({ port: 0, host: '127.0.0.1' })}`);
process.on('SIGTERM', () => process.exit(0));
