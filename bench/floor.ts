import { isDomainName } from '@quartermaster/contract/rules/domain-name';
import Fastify from 'fastify';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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

const cipher = 'aes-256-gcm';
const key = randomBytes(32);
function seal(text: string): string {
  const iv = randomBytes(12);
  const sealing = createCipheriv(cipher, key, iv);
  const sealed = [sealing.update(text, 'utf8'), sealing.final()];
  return Buffer.concat([iv, sealing.getAuthTag(), ...sealed]).toString('base64');
}
function unseal(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8');
}

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
const servers = `select s.*, h.name as "hostingName", h.provider,
    (select count(*) from domains d where d."ownerId" = s."ownerId" and d."serverId" = s.id) as domains
  from servers s join hostings h on h."ownerId" = s."ownerId" and h.id = s."hostingId"
  where s."ownerId" = ?1 order by s."createdAt" desc, s.id limit 100`;
const everything = withNames('', byCreation);
const one = withNames('and d.id = ?2');

const fastify = Fastify({ bodyLimit: 32 * 1024 * 1024, routerOptions: { maxParamLength: 200 } });
interface Of {
  Params: { owner: string };
  Querystring: Record<string, string>;
}

/** The same seed as the product's: registrar accounts, servers with three sealed users each, one CDN account. */
fastify.post<Of & { Body: { accounts: number; servers: string[]; registrators: number } }>(
  '/:owner/seed',
  async ({ params: { owner: ownerId }, body }) => {
    const row = (more: Record<string, string | number>) => ({ ownerId, id: uuid(), ...more });
    const mailbox = row({ email: `ops-${ownerId}@example.com` });
    const hosting = row({ name: 'Main cloud', provider: 'Hetzner' });
    const types = Array.from({ length: body.registrators }, (_, n) => row({ name: `Registrator ${n}` }));
    const accounts = Array.from({ length: body.accounts }, (_, n) =>
      row({ emailAccountId: mailbox.id, registratorTypeId: types[n % types.length]?.id ?? '' }),
    );
    const machines = body.servers.map((users, n) =>
      row({
        createdAt: Date.now(),
        hostingId: hosting.id,
        name: `web-${n}`,
        ip: `192.0.2.${n % 250}`,
        country: 'DE',
        tags: '[]',
        users: seal(users),
      }),
    );
    const cdn = row({ provider: 'bunnycdn' });
    await db.insert({
      email_accounts: [mailbox],
      hostings: [hosting],
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
fastify.get<Of>('/:owner/search', async ({ params, query }) => {
  const { sql, value } = db.holding(query.word ?? '');
  const rows = await db.all(newest(20, `and ${sql}`), params.owner, value);
  return { data: { domains: rows.map(shown), pagination: { page: 1, limit: 20 } } };
});
fastify.get<Of>('/:owner/servers', async ({ params: { owner } }) => ({
  data: {
    servers: (await db.all(servers, owner)).map(({ users, tags, ...server }) => ({
      ...server,
      tags: JSON.parse(String(tags)) as unknown,
      users: JSON.parse(unseal(String(users))) as unknown,
    })),
  },
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
    for await (const rows of db.batches(everything, params.owner)) yield rows.map(csvLine).join('');
  }
  return reply.type('text/csv').send(Readable.from(csv()));
});
fastify.post<Of & { Body: { count: number } }>('/:owner/make-stale', async ({ params, body }) => {
  const soon = Date.now() + 40 * 86_400_000;
  await db.all(
    `update domains set status = 'EXPIRED' where "ownerId" = ?1 and id in (
      select id from domains where "ownerId" = ?1 and status = 'ACTIVE' and "expirationDate" > ?2
      order by "expirationDate" desc, id limit ?3)`,
    params.owner,
    soon,
    body.count,
  );
  return { data: {} };
});
fastify.post<Of>('/:owner/check-expiration', async ({ params }) => ({
  data: { updatesApplied: await db.checkExpiration(params.owner, Date.now()) },
}));

console.log(`Server listening at ${await fastify.listen({ port: 0, host: '127.0.0.1' })}`);
process.on('SIGTERM', () => process.exit(0));
