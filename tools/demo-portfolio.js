// A fictitious portfolio, the same each time except for its dates. IP addresses are from the ranges for documentation.
import { domainRows } from './demo-domains.js';
import { dateRows, withRenewals } from './demo-renewals.js';
import {
  below,
  clients,
  environments,
  often,
  pick,
  projects,
  regions,
  secret,
  some,
  tag,
} from './demo-words.js';

const countries = [
  'Germany',
  'Netherlands',
  'United States',
  'Finland',
  'Singapore',
  'United Kingdom',
  'France',
];
const mailboxes = [
  'domains',
  'registrar',
  'billing',
  'hosting',
  'cdn',
  'ops',
  'clients',
  'legacy',
  'assets',
  'abuse',
];

/** Registrar accounts: their registrar, mailbox (an index) and special properties. */
const registrarAccounts = [
  { type: 'Porkbun', mailbox: 0, hasApiAccess: true, tags: [tag('purpose', 'main')] },
  { type: 'Namecheap', mailbox: 1, hasApiAccess: true },
  { type: 'Gandi', mailbox: 0, hasApiAccess: true, isGoogleLogin: true },
  { type: 'Cloudflare Registrar', mailbox: 4, hasApiAccess: true, isGoogleLogin: true },
  { type: 'OVHcloud', mailbox: 1, hasApiAccess: true, proxy: 2 },
  { type: 'INWX', mailbox: 2, tags: [tag('region', 'eu-central')] },
  { type: 'Harbourline Registry', mailbox: 1, hasApiAccess: true },
  { type: 'Harbourline Registry', mailbox: 6, hasApiAccess: true, tags: [tag('client', 'oakmeridian')] },
  { type: 'Name.com', mailbox: 6, proxy: 5, losesPassword: true },
  { type: 'Namecheap', mailbox: 8, losesPassword: true },
  { type: 'Hover', mailbox: 7, comment: 'Everything here moves to Porkbun as it falls due' },
  { type: 'GoDaddy', mailbox: 7, isActive: false, comment: 'Closed; kept for its invoices' },
];
/** Registrars outside the catalogue. */
const ownTypes = [
  {
    name: 'Harbourline Registry',
    websiteUrl: 'https://harbourline.example',
    hasApi: true,
    apiFields: { apiKey: { label: 'API Key', type: 'password', required: true } },
  },
  { name: 'Client-managed', websiteUrl: null, hasApi: false },
];
/** A credential that the first type requires later, so that its accounts are incomplete. */
const lateField = { apiSecret: { label: 'API Secret', type: 'password', required: true } };

const hostings = [
  ...['Hetzner', 'Hetzner', 'Hetzner', 'DigitalOcean', 'DigitalOcean', 'AWS', 'AWS', 'Vultr', 'Linode'],
  ...['Google Cloud', 'Meridian Colocation', 'Meridian Colocation', 'Polarnode', 'Kelp Hosting', 'Polarnode'],
];
const hostingFields = {
  Hetzner: ['apiToken'],
  DigitalOcean: ['apiToken'],
  AWS: ['accessKeyId', 'secretAccessKey', 'region'],
  Vultr: ['apiKey'],
  Linode: ['personalAccessToken'],
  'Google Cloud': ['projectId', 'serviceAccountKey'],
};

const cdnFields = {
  cloudflare: ['email', 'apiToken'],
  'aws-cloudfront': ['accessKeyId', 'secretAccessKey', 'region'],
  keycdn: ['apiKey'],
  bunnycdn: ['apiKey'],
  maxcdn: ['clientId', 'clientSecret'],
  fastly: ['apiToken'],
  other: ['apiKey', 'endpoint'],
};
const cdnAccounts = [
  ...[0, 1, 4].map((mailbox) => ['cloudflare', mailbox]),
  ...[1, 4].map((mailbox) => ['bunnycdn', mailbox]),
  ...Object.keys(cdnFields)
    .filter((id) => !/^(cloudflare|bunnycdn)$/.test(id))
    .map((id) => [id, 4]),
];

const serverCount = 40;
const proxyCount = 25;
const roles = ['web', 'web', 'web', 'db', 'mail', 'cache', 'build', 'backup'];

/** Values for credential fields of these names. */
export const credentials = (names, email) =>
  Object.fromEntries(
    names.map((name) => {
      if (name === 'email') return [name, email];
      if (name === 'endpoint') return [name, 'https://api.kelp.example'];
      if (name === 'region') return [name, 'eu-central-1'];
      return [name, name === 'clientIp' ? '203.0.113.10' : secret()];
    }),
  );

const addressOf = (mailbox) => `${mailboxes[mailbox]}@amberquay.example`;

const emailRows = () =>
  mailboxes.map((name, index) => ({
    email: addressOf(index),
    password: secret(18),
    loginUrl: index % 4 === 3 ? null : 'https://mail.amberquay.example/',
    tags: some(tag('purpose', name), often(40, tag('owner', pick(['mira', 'jonas']), '#6f3bb2'))),
    comment: index === 7 ? 'Forwarded to ops@; kept for old registrations' : null,
  }));

const proxyRows = () =>
  Array.from({ length: proxyCount }, (_, index) => ({
    name: `exit-${pick(['fra', 'ams', 'nyc', 'sgp', 'lon', 'hel'])}-${String(index + 1).padStart(2, '0')}`,
    ip: index % 6 === 5 ? `2001:db8:40:0:0:0:0:${(index + 1).toString(16)}` : `198.51.100.${10 + index * 3}`,
    port: pick([8080, 3128, 1080, 8443]),
    username: `qm-${secret(4)}`,
    password: secret(16),
    type: ['HTTP', 'SOCKS5', 'HTTPS'][index % 3],
    country: index === 11 ? null : pick(countries),
    isActive: index % 9 !== 8,
    tags: some(
      tag('purpose', pick(['checks', 'logins', 'scraping'])),
      often(40, tag('region', pick(regions))),
    ),
    comment: index % 9 === 8 ? 'Refuses connections since the provider moved' : null,
  }));

const hostingRows = () =>
  hostings.map((provider, index) => {
    const fields = hostingFields[provider] ?? ['endpoint', 'apiKey'];
    const hasApiAccess = index % 5 !== 4;
    return {
      name: `${provider} ${pick(['main', 'clients', 'staging', 'backup'])} ${index + 1}`,
      provider,
      websiteUrl: provider in hostingFields ? null : 'https://panel.kelp.example/',
      mailbox: index % 3 === 0 ? 3 : 6,
      isGoogleLogin: provider === 'Google Cloud',
      proxy: often(30, below(proxyCount)),
      hasApiAccess,
      ...(hasApiAccess && { apiCredentials: credentials(fields) }),
      isActive: index !== 13,
      tags: some(tag('env', pick(environments)), often(50, tag('region', pick(regions)))),
      comment: index === 13 ? 'Cancelled; the machines are gone by the end of the month' : null,
    };
  });

function serverRows() {
  return Array.from({ length: serverCount }, (_, index) => {
    const role = roles[index % roles.length];
    const name = `${role}-${String(Math.floor(index / roles.length) + 1).padStart(2, '0')}-${index + 1}`;
    const user = (username, key) => ({
      username,
      password: secret(20),
      isDefault: username === 'deploy',
      ...(key && { sshKey: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${secret(43)} ${username}@${name}` }),
    });
    return {
      name,
      hosting: index % hostings.length,
      country: index === 17 ? null : pick(countries),
      ip: index % 13 === 12 ? null : `${index < 20 ? '203.0.113' : '192.0.2'}.${20 + index}`,
      panelUrl: index % 3 === 0 ? `https://panel.${name}.example/` : null,
      users: [user('deploy', index % 4 !== 3), ...(index % 2 === 0 ? [user('root', index % 6 === 0)] : [])],
      status: index % 10 === 7 ? 'MAINTENANCE' : index % 10 === 4 ? 'INACTIVE' : 'ACTIVE',
      tags: some(
        tag('env', pick(environments)),
        tag('purpose', role),
        often(40, tag('region', pick(regions))),
        often(25, tag('client', pick(clients))),
        often(15, tag('priority', 'high')),
      ),
      comment: index % 10 === 7 ? 'Waiting for a new disk' : null,
      secureNote: index % 10 === 3 ? `Rescue console: ${secret(12)}\nBIOS: ${secret(8)}` : null,
    };
  });
}

const cdnRows = () =>
  cdnAccounts.map(([provider, mailbox], index) => ({
    provider,
    mailbox,
    ...(index % 3 === 1 ? { isGoogleLogin: true } : { password: secret() }),
    apiCredentials: credentials(cdnFields[provider], addressOf(mailbox)),
    proxy: often(20, below(proxyCount)),
    isActive: provider !== 'maxcdn',
    tags: some(tag('project', pick(projects)), often(40, tag('client', pick(clients)))),
    comment: provider === 'maxcdn' ? 'Shut down by its provider' : null,
    losesPassword: provider === 'keycdn',
  }));

const registrarAccountRows = () =>
  registrarAccounts.map((account) => ({
    ...account,
    ...(!account.isGoogleLogin && { password: secret(18) }),
  }));

/**
 * All records as the API takes them, except for references: `mailbox`, `proxy`, `hosting`, `account`, `server`, `cdn` and
 * `at` are indexes into those lists. `losesPassword` marks accounts from before the rule that each needs a way to sign
 * in. `now` in milliseconds.
 */
export const portfolio = (now) => ({
  emails: emailRows(),
  proxies: proxyRows(),
  ownTypes,
  lateField,
  registrarAccounts: registrarAccountRows(),
  hostings: withRenewals(hostingRows(), [...hostings.keys()], now, [3, 29], [12, 4]),
  servers: withRenewals(serverRows(), [2, 5, 9, 14, 20, 27, 33], now, [24, 51], [51, 5]),
  cdn: withRenewals(cdnRows(), [0, 3, 6], now, [24, 90], [20, 30]),
  dates: dateRows(now),
  domains: domainRows(now, registrarAccounts.length, serverCount - 1, cdnAccounts.length),
});
