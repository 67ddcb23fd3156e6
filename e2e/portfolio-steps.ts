import type { Page } from 'playwright-core';
import type { Operator } from './harness.ts';

/** The ids of one record of each kind, by its area. */
export interface Portfolio {
  emails: string;
  proxies: string;
  'registrator-types': string;
  'registrator-accounts': string;
  hostings: string;
  servers: string;
  cdn: string;
  domains: string;
}

export const mailbox = 'ops@example.com';
export const secrets = {
  mailbox: 'Mailbox-Secret-1',
  proxy: 'Proxy-Secret-1',
  account: 'Account-Secret-1',
  cdn: 'Cdn-Secret-1',
  server: 'Server-Secret-1',
};

/** One record of each kind, connected; all `domains` use its server and its registrator account. */
export async function portfolio(someone: Operator, domains = ['shop.example']): Promise<Portfolio> {
  const create = async <K extends string>(key: K, path: string, body: object): Promise<string> =>
    (await someone.api<Record<K, { id: string }>>('POST', path, body))[key].id;
  const emailAccountId = await create('emailAccount', '/emails', {
    email: mailbox,
    password: secrets.mailbox,
    loginUrl: 'https://mail.example.com/login',
  });
  const proxyId = await create('proxy', '/proxies', {
    name: 'Exit 1',
    ip: '198.51.100.7',
    port: 8080,
    username: 'exit',
    password: secrets.proxy,
    type: 'HTTP',
  });
  const registratorTypeId = await create('registratorType', '/registrator-types', {
    name: 'House Registrar',
    websiteUrl: 'https://registrar.example.com',
  });
  const registratorAccountId = await create('registratorAccount', '/registrator-accounts', {
    emailAccountId,
    registratorTypeId,
    proxyId,
    password: secrets.account,
  });
  const hostingId = await create('hostingAccount', '/hostings', {
    name: 'Main cloud',
    provider: 'Hetzner',
    emailAccountId,
    password: 'Hosting-Secret-1',
    websiteUrl: 'https://console.example.com',
  });
  const serverId = await create('server', '/servers', {
    name: 'Web 1',
    hostingId,
    ip: '203.0.113.10',
    panelUrl: 'https://panel.example.com',
    users: [{ username: 'deploy', password: secrets.server, isDefault: true }],
  });
  const cdnAccountId = await create('cdnAccount', '/cdn', {
    provider: 'bunnycdn',
    emailAccountId,
    password: secrets.cdn,
    apiCredentials: { apiKey: 'Cdn-Key-1' },
    proxyId,
  });
  const ids: string[] = [];
  for (const domain of domains)
    ids.push(await create('domain', '/domains', { domain, registratorAccountId, serverId, cdnAccountId }));
  return {
    emails: emailAccountId,
    proxies: proxyId,
    'registrator-types': registratorTypeId,
    'registrator-accounts': registratorAccountId,
    hostings: hostingId,
    servers: serverId,
    cdn: cdnAccountId,
    domains: ids[0] ?? '',
  };
}

/** A record beside the page. */
export const drawer = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('link', { name: 'Open as a page' }) });
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' });
export const input = (page: Page) => palette(page).getByRole('combobox');
