import type { Area } from '@quartermaster/contract/lib/areas';
import type { OwnedTableName } from './schema.ts';

/** Where each kind of record stands. */
export const tables: Record<Area, OwnedTableName> = {
  domains: 'domains',
  servers: 'servers',
  hostings: 'hostings',
  cdn: 'cdn_accounts',
  proxies: 'proxies',
  emails: 'email_accounts',
  'registrator-accounts': 'registrator_accounts',
  'registrator-types': 'registrator_types',
};

/** How a person names the rows of a table, and under which key `details.usedBy` counts them. */
export const nouns: Record<OwnedTableName, { one: string; many: string; key: string }> = {
  email_accounts: { one: 'email account', many: 'email accounts', key: 'emailAccounts' },
  registrator_types: { one: 'registrator type', many: 'registrator types', key: 'registratorTypes' },
  registrator_accounts: {
    one: 'registrator account',
    many: 'registrator accounts',
    key: 'registratorAccounts',
  },
  domains: { one: 'domain', many: 'domains', key: 'domains' },
  proxies: { one: 'proxy', many: 'proxies', key: 'proxies' },
  hostings: { one: 'hosting account', many: 'hosting accounts', key: 'hostingAccounts' },
  servers: { one: 'server', many: 'servers', key: 'servers' },
  cdn_accounts: { one: 'CDN account', many: 'CDN accounts', key: 'cdnAccounts' },
};

export interface Reference {
  from: OwnedTableName;
  column: string;
  to: OwnedTableName;
  /** Required: the target can't be deleted. Otherwise deleting it empties the column. */
  required: boolean;
  label: string;
}

/** Every reference between records. */
export const references: readonly Reference[] = [
  {
    from: 'registrator_accounts',
    column: 'emailAccountId',
    to: 'email_accounts',
    required: true,
    label: 'Email account',
  },
  {
    from: 'registrator_accounts',
    column: 'registratorTypeId',
    to: 'registrator_types',
    required: true,
    label: 'Registrator type',
  },
  { from: 'registrator_accounts', column: 'proxyId', to: 'proxies', required: false, label: 'Proxy' },
  {
    from: 'hostings',
    column: 'emailAccountId',
    to: 'email_accounts',
    required: true,
    label: 'Email account',
  },
  { from: 'hostings', column: 'proxyId', to: 'proxies', required: false, label: 'Proxy' },
  { from: 'servers', column: 'hostingId', to: 'hostings', required: true, label: 'Hosting account' },
  {
    from: 'cdn_accounts',
    column: 'emailAccountId',
    to: 'email_accounts',
    required: true,
    label: 'Email account',
  },
  { from: 'cdn_accounts', column: 'proxyId', to: 'proxies', required: false, label: 'Proxy' },
  {
    from: 'domains',
    column: 'registratorAccountId',
    to: 'registrator_accounts',
    required: true,
    label: 'Registrator account',
  },
  { from: 'domains', column: 'serverId', to: 'servers', required: false, label: 'Server' },
  { from: 'domains', column: 'cdnAccountId', to: 'cdn_accounts', required: false, label: 'CDN account' },
];
