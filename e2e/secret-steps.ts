import type { Operator } from './harness.ts';

interface Added {
  id: string;
  /** How many secrets it has. */
  secrets: number;
}
type Area = 'emails' | 'proxies' | 'registrator-accounts' | 'hostings' | 'servers' | 'cdn';

/** Adds a record with stored secrets in each area that has them. */
export async function addPortfolio({ api }: Operator): Promise<Record<Area, Added>> {
  const add = async (path: string, body: object): Promise<string> =>
    Object.values(await api<Record<string, { id: string }>>('POST', path, body))[0]?.id ?? '';
  const emailAccountId = await add('/emails', { email: 'ops@example.com', password: 'stored mailbox' });
  const registratorTypeId = await add('/registrator-types', {
    name: 'Registry',
    hasApi: true,
    apiFields: {
      token: { label: 'Token', type: 'password', required: true },
      user: { label: 'User', type: 'string', required: false },
    },
  });
  const address = { ip: '203.0.113.7', port: 3128, type: 'HTTP' };
  const hostingId = await add('/hostings', {
    name: 'Cloud',
    provider: 'Anything',
    emailAccountId,
    hasApiAccess: true,
    apiCredentials: { one: 'stored one', two: 'stored two' },
  });
  const user = { password: 'stored', sshKey: 'stored key' };
  const account = { emailAccountId, password: 'stored' };
  return {
    emails: { id: emailAccountId, secrets: 1 },
    proxies: {
      id: await add('/proxies', { name: 'Exit', ...address, username: 'u', password: 'stored' }),
      secrets: 1,
    },
    'registrator-accounts': {
      id: await add('/registrator-accounts', {
        ...account,
        registratorTypeId,
        hasApiAccess: true,
        apiCredentials: { token: 'stored token', user: 'me' },
      }),
      secrets: 2,
    },
    hostings: { id: hostingId, secrets: 2 },
    servers: {
      id: await add('/servers', {
        name: 'web',
        hostingId,
        users: [
          { username: 'root', isDefault: true, ...user },
          { username: 'deploy', isDefault: false, ...user },
        ],
      }),
      secrets: 4,
    },
    cdn: {
      id: await add('/cdn', { ...account, provider: 'fastly', apiCredentials: { apiToken: 'stored' } }),
      secrets: 2,
    },
  };
}
