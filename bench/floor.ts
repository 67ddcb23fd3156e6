import { isDomainName } from '@quartermaster/contract/rules/domain-name';
import Fastify from 'fastify';
import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { type NewDomain, csvHead, csvLine, rowsOf, shown, withNames } from './floor-rows.ts';
import { openPostgres } from './floor-postgres.ts';
import { openSqlite } from './floor-sqlite.ts';

/**
 * The floor: what a good engineer would write by hand for just these requests. Fastify and SQL on tables of its own,
 * without sign-in, other endpoints or a count of what matches.
 */
const { DATABASE_URL, DATA_DIR = '' } = process.env;
const db = DATABASE_URL === undefined ? openSqlite(DATA_DIR) : await openPostgres(DATABASE_URL);

const tag = { type: 'object', properties: { type: { type: 'string' }, value: { type: 'string' } } };
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
    comment: { type: 'string', nullable: true, maxLength: 5000 },
  },
};

const byDate = 'order by d."expirationDate", d.id';
const byCreation = 'order by d."createdAt" desc, d.id';
const page = withNames(`and d.status = ?2 and d."expirationDate" >= ?3 ${byDate} limit 20`, byDate);
const newest = (limit: number, where = '') => withNames(`${where} ${byCreation} limit ${limit}`, byCreation);
const list = newest(500);
const everything = withNames('', byCreation);
const one = withNames('and d.id = ?2');

const fastify = Fastify({ bodyLimit: 32 * 1024 * 1024, routerOptions: { maxParamLength: 200 } });
interface Of {
  Params: { owner: string };
  Querystring: Record<string, string>;
}

/** The same seed as the product's: registrar accounts, servers, one CDN account. */
fastify.post<Of & { Body: { accounts: number; servers: number; registrators: number } }>(
  '/:owner/seed',
  async ({ params: { owner: ownerId }, body }) => {
    const row = (more: Record<string, string | number>) => ({ ownerId, id: uuid(), ...more });
    const mailbox = row({ email: `ops-${ownerId}@example.com` });
    const types = Array.from({ length: body.registrators }, (_, n) => row({ name: `Registrator ${n}` }));
    const accounts = Array.from({ length: body.accounts }, (_, n) =>
      row({ emailAccountId: mailbox.id, registratorTypeId: types[n % types.length]?.id ?? '' }),
    );
    const machines = Array.from({ length: body.servers }, (_, n) =>
      row({ name: `web-${n}`, ip: `192.0.2.${n % 250}` }),
    );
    const cdn = row({ provider: 'bunnycdn' });
    await db.insert({
      email_accounts: [mailbox],
      registrator_types: types,
      registrator_accounts: accounts,
      servers: machines,
      cdn_accounts: [cdn],
    });
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
    return { data: { accounts: idsOf(accounts), servers: idsOf(machines), cdn: cdn.id } };
  },
);
fastify.get<Of>('/:owner/page', async ({ params, query }) => ({
  data: {
    domains: (await db.all(page, params.owner, query.status ?? '', Number(query.from))).map(shown),
    pagination: { page: 1, limit: 20 },
  },
}));
fastify.get<Of>('/:owner/list', async ({ params }) => ({
  data: { domains: (await db.all(list, params.owner)).map(shown), pagination: { page: 1, limit: 500 } },
}));
fastify.post<Of & { Body: NewDomain }>(
  '/:owner/domains',
  { schema: { body: domain } },
  async ({ params: { owner }, body }, reply) => {
    if (!isDomainName(body.domain)) return reply.code(400).send({ error: 'Invalid domain' });
    const rows = rowsOf(owner, [body]);
    await db.insert(rows);
    return { data: { domain: (await db.all(one, owner, String(rows.domains[0]?.id))).map(shown)[0] } };
  },
);
fastify.post<Of & { Body: { domains: NewDomain[] } }>(
  '/:owner/import',
  { schema: { body: { type: 'object', properties: { domains: { type: 'array', items: domain } } } } },
  async ({ params, body }) => {
    const valid = body.domains.filter((row) => isDomainName(row.domain));
    await db.insert(rowsOf(params.owner, valid));
    return { data: { imported: valid.length } };
  },
);
fastify.get<Of>('/:owner/export', ({ params }, reply) => {
  async function* csv() {
    yield csvHead;
    for await (const rows of db.chunks(everything, params.owner)) yield rows.map(csvLine).join('');
  }
  return reply.type('text/csv').send(Readable.from(csv()));
});
console.log(`Server listening at ${await fastify.listen({ port: 0, host: '127.0.0.1' })}`);
process.on('SIGTERM', () => process.exit(0));
