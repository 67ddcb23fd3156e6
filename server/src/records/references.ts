import type { Area } from '@quartermaster/contract/api/areas';
import type { OwnedTableName } from '../db/schema.ts';

interface Kind {
  area: Area;
  /** How a person names the rows. */
  one: string;
  many: string;
  /** Under which `details.usedBy` counts them. */
  key: string;
}

export const nouns: Record<OwnedTableName, Kind> = {
  email_accounts: { area: 'emails', one: 'email account', many: 'email accounts', key: 'emailAccounts' },
  registrator_types: {
    area: 'registrator-types',
    one: 'registrator type',
    many: 'registrator types',
    key: 'registratorTypes',
  },
  registrator_accounts: {
    area: 'registrator-accounts',
    one: 'registrator account',
    many: 'registrator accounts',
    key: 'registratorAccounts',
  },
  domains: { area: 'domains', one: 'domain', many: 'domains', key: 'domains' },
  proxies: { area: 'proxies', one: 'proxy', many: 'proxies', key: 'proxies' },
  hostings: { area: 'hostings', one: 'hosting account', many: 'hosting accounts', key: 'hostingAccounts' },
  servers: { area: 'servers', one: 'server', many: 'servers', key: 'servers' },
  cdn_accounts: { area: 'cdn', one: 'CDN account', many: 'CDN accounts', key: 'cdnAccounts' },
};

/** Where each area's records stand. */
export const tables = Object.fromEntries(
  Object.entries(nouns).map(([table, { area }]) => [area, table]),
) as Record<Area, OwnedTableName>;

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
