import assert from 'node:assert/strict';
import { callAt, registered } from '../prove/operator.ts';
import type { Answer } from '../server/test/test-app.ts';

const password = 'Correct-Horse-1';
const day = 86_400_000;
const rowsAtOnce = 10_000;
/** The comment of every 800th domain holds a word that nothing else holds. */
const rareEvery = 800;
export const rareWord = 'zephyr';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** A signed-in operator of the measured product. */
export interface Operator {
  email: string;
  token: string;
  refreshToken: string;
  call: Call;
}

interface Tokens {
  data: { tokens: { accessToken: string; refreshToken: string } };
}

const calling =
  (url: string, token?: string): Call =>
  async <T>(method: string, path: string, sent?: unknown) => {
    const answer = await callAt<{ data: T }>(url, method, path, sent, token);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text.slice(0, 300)}`);
    return answer.body.data;
  };

function operatorOf(url: string, email: string, { status, text, body }: Answer<Tokens>): Operator {
  assert.ok(status < 300, `${email} could not sign in: ${text.slice(0, 300)}`);
  const { accessToken: token, refreshToken } = body.data.tokens;
  return { email, token, refreshToken, call: calling(url, token) };
}

export const register = async (url: string, email: string): Promise<Operator> =>
  operatorOf(url, email, await registered<Tokens>(url, email, password));

const signInBody = (email: string): string => JSON.stringify({ email, password });

/** Access tokens end after a quarter of an hour. */
export const signIn = async (url: string, email: string): Promise<Operator> =>
  operatorOf(url, email, await callAt<Tokens>(url, 'POST', '/auth/login', signInBody(email)));

/** The records that an operator's domains refer to. */
export interface Seed {
  accounts: string[];
  servers: string[];
  cdn: string;
}

interface SeedSizes {
  accounts: number;
  servers: number;
}

const usersOf = (server: number) =>
  ['root', 'deploy', 'backup'].map((username, place) => ({
    username,
    password: `${username}-${server}-secret`,
    sshKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEA'.repeat(18)}\n-----END OPENSSH PRIVATE KEY-----`,
    isDefault: place === 0,
  }));

/** Creates registrar accounts, servers with three SSH users each, and a CDN account. */
export async function createSeed({ email, call }: Operator, sizes: SeedSizes): Promise<Seed> {
  const create = async (path: string, item: string, body: unknown) =>
    (await call<Record<string, { id: string }>>('POST', path, body))[item]?.id ?? '';
  const emailAccountId = await create('/emails', 'emailAccount', { email: `ops-${email}`, password });
  const { registratorTypes } = await call<{ registratorTypes: { id: string }[] }>(
    'GET',
    '/registrator-types?limit=50',
  );
  const hostingId = await create('/hostings', 'hostingAccount', {
    name: 'Main cloud',
    provider: 'Hetzner',
    emailAccountId,
    isGoogleLogin: true,
  });
  const accounts: string[] = [];
  for (let n = 0; n < sizes.accounts; n += 1)
    accounts.push(
      await create('/registrator-accounts', 'registratorAccount', {
        emailAccountId,
        registratorTypeId: registratorTypes[n % registratorTypes.length]?.id,
        password: `registrar-${n}`,
      }),
    );
  const servers: string[] = [];
  for (let n = 0; n < sizes.servers; n += 1)
    servers.push(
      await create('/servers', 'server', {
        name: `web-${n}`,
        hostingId,
        ip: `192.0.2.${n % 250}`,
        country: 'DE',
        users: usersOf(n),
      }),
    );
  const cdn = await create('/cdn', 'cdnAccount', {
    provider: 'bunnycdn',
    emailAccountId,
    password: 'cdn-1',
    apiCredentials: { apiKey: 'cdn-key' },
  });
  return { accounts, servers, cdn };
}

/** The n-th domain of a portfolio: dates over two years, some of them due or past. */
export function domainOf(n: number, seed: Seed, prefix: string) {
  const days = ((n * 37) % 730) - 60;
  const isDated = n % 50 !== 0;
  return {
    domain: `${prefix}-${n}.example.com`,
    registratorAccountId: seed.accounts[n % seed.accounts.length],
    serverId: n % 10 === 0 ? null : seed.servers[n % seed.servers.length],
    cdnAccountId: n % 4 === 0 ? seed.cdn : null,
    expirationDate: isDated ? new Date(Date.now() + days * day).toISOString() : null,
    status: !isDated || days > 30 ? 'ACTIVE' : days < 0 ? 'EXPIRED' : 'EXPIRING',
    tags: [
      { type: 'project', value: `project ${n % 40}` },
      { type: 'env', value: n % 2 === 0 ? 'staging' : 'production' },
    ],
    comment:
      n % rareEvery === rareEvery - 1
        ? `moved by ${rareWord} last year`
        : `customer ${n % 997}, renewed yearly`,
  };
}

type NewDomain = ReturnType<typeof domainOf>;

/** The domains with these numbers, from the first to before the last. */
export const domainsOf = (from: number, to: number, seed: Seed, prefix: string): NewDomain[] =>
  Array.from({ length: to - from }, (_, n) => domainOf(from + n, seed, prefix));

/** Imports the domains with these numbers in batches. */
export async function importDomains(
  send: (domains: NewDomain[]) => Promise<{ imported: number }>,
  seed: Seed,
  { from = 0, to, prefix }: { from?: number; to: number; prefix: string },
): Promise<void> {
  for (let start = from; start < to; start += rowsAtOnce) {
    const domains = domainsOf(start, Math.min(start + rowsAtOnce, to), seed, prefix);
    assert.equal((await send(domains)).imported, domains.length);
  }
}
