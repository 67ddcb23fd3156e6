import assert from 'node:assert/strict';
import { callAt } from '../prove/operator.ts';
import type { Answer } from '../server/test/test-app.ts';

/** Stands in the comment of every 800th domain and nowhere else: in 12 of 10 000 and in 125 of 100 000. */
export const needle = 'zephyr';
const needleEvery = 800;
const password = 'Correct-Horse-1';
const day = 86_400_000;
const rowsAtOnce = 10_000;

export const hitsIn = (domains: number): number => Math.floor(domains / needleEvery);

/** A signed-in operator of the measured product. */
export interface Operator {
  email: string;
  token: string;
  refreshToken: string;
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

interface Tokens {
  data: { tokens: { accessToken: string; refreshToken: string } };
}

function operatorOf(url: string, email: string, { body }: Answer<Tokens>): Operator {
  const { accessToken: token, refreshToken } = body.data.tokens;
  return {
    email,
    token,
    refreshToken,
    call: async <T>(method: string, path: string, sent?: unknown) => {
      const answer = await callAt<{ data: T }>(url, method, path, sent, token);
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text.slice(0, 300)}`);
      return answer.body.data;
    },
  };
}

export const register = async (url: string, email: string): Promise<Operator> =>
  operatorOf(url, email, await callAt<Tokens>(url, 'POST', '/auth/register', { email, password }));

/** Access tokens end after a quarter of an hour. */
export const signIn = async (url: string, email: string): Promise<Operator> =>
  operatorOf(url, email, await callAt<Tokens>(url, 'POST', '/auth/login', { email, password }));

/** What the domains of an operator refer to. */
export interface Ground {
  accounts: string[];
  servers: string[];
  cdn: string[];
}

/** Registrar accounts, servers with three sealed SSH users each, and CDN accounts, on one mailbox. */
export async function layGround({ email, call }: Operator, sizes: { accounts: number; servers: number }) {
  const create = async (area: string, item: string, body: unknown) =>
    (await call<Record<string, { id: string }>>('POST', `/${area}`, body))[item]?.id ?? '';
  const emailAccountId = await create('emails', 'emailAccount', { email: `ops-${email}`, password });
  const { registratorTypes } = await call<{ registratorTypes: { id: string }[] }>(
    'GET',
    '/registrator-types?limit=50',
  );
  const hostingId = await create('hostings', 'hostingAccount', {
    name: 'Main cloud',
    provider: 'Hetzner',
    emailAccountId,
    isGoogleLogin: true,
  });
  const ground: Ground = { accounts: [], servers: [], cdn: [] };
  for (let n = 0; n < sizes.accounts; n += 1)
    ground.accounts.push(
      await create('registrator-accounts', 'registratorAccount', {
        emailAccountId,
        registratorTypeId: registratorTypes[n % registratorTypes.length]?.id,
        password: `registrar-${n}`,
      }),
    );
  for (let n = 0; n < sizes.servers; n += 1)
    ground.servers.push(
      await create('servers', 'server', {
        name: `web-${n}`,
        hostingId,
        ip: `192.0.2.${n % 250}`,
        country: 'DE',
        users: ['root', 'deploy', 'backup'].map((username, place) => ({
          username,
          password: `${username}-${n}-secret`,
          sshKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEA'.repeat(18)}\n-----END OPENSSH PRIVATE KEY-----`,
          isDefault: place === 0,
        })),
      }),
    );
  ground.cdn.push(
    await create('cdn', 'cdnAccount', {
      provider: 'bunnycdn',
      emailAccountId,
      password: 'cdn-1',
      apiCredentials: { apiKey: 'cdn-key' },
    }),
  );
  return ground;
}

/** The n-th domain of a portfolio: dates over two years, a third of them due or past. */
export function domainOf(n: number, ground: Ground, now: number, prefix = 'site') {
  const days = ((n * 37) % 730) - 60;
  const status = days < 0 ? 'EXPIRED' : days <= 30 ? 'EXPIRING' : 'ACTIVE';
  return {
    domain: `${prefix}-${n}.example.com`,
    registratorAccountId: ground.accounts[n % ground.accounts.length],
    serverId: n % 10 === 0 ? null : ground.servers[n % ground.servers.length],
    cdnAccountId: n % 4 === 0 ? ground.cdn[0] : null,
    expirationDate: n % 50 === 0 ? null : new Date(now + days * day).toISOString(),
    status: n % 50 === 0 ? 'ACTIVE' : status,
    tags: [
      { type: 'project', value: `project ${n % 40}` },
      { type: 'env', value: n % 3 === 0 ? 'staging' : 'production' },
    ],
    comment:
      n % needleEvery === needleEvery - 1
        ? `moved by ${needle} last year`
        : `customer ${n % 997}, renewed yearly`,
  };
}

/** Imports the domains from one number up to before another. */
export async function importDomains(
  { call }: Operator,
  ground: Ground,
  from: number,
  to: number,
  prefix?: string,
) {
  const now = Date.now();
  for (let start = from; start < to; start += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, to - start);
    const domains = Array.from({ length: count }, (_, n) => domainOf(start + n, ground, now, prefix));
    const { imported } = await call<{ imported: number }>('POST', '/domains/bulk-import', { domains });
    assert.equal(imported, count);
  }
}
