import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import { inSavepoint } from '../savepoint.ts';
import type { Schema, Tx } from '../schema.ts';
import { alertTables } from './0001-alerts.ts';
import { historyTables } from './0001-history.ts';
import { peopleTables } from './0001-people.ts';
import { recordTables } from './0001-records.ts';
import { type KindTable, kindTable, taggable } from './kind-table.ts';

/** How an account at a provider is signed in to. */
const account = {
  emailAccountId: 'text not null',
  isGoogleLogin: 'integer not null',
  proxyId: 'text',
  apiCredentials: 'text',
  /** The names of the credentials that are set, in clear. */
  apiCredentialsNames: 'text',
  isActive: 'integer not null',
};

/** The tables of 0.2.0's kinds of records, each after those that it refers to. */
export const baseKinds: Readonly<Record<string, KindTable>> = {
  email_accounts: {
    columns: { ...taggable, email: 'text not null', password: 'text not null', loginUrl: 'text' },
    unique: ['emailKey'],
    caseless: ['email'],
    sorted: ['email', 'loginUrl', 'comment'],
    indexed: ['email'],
    found: ['email'],
  },
  registrator_types: {
    columns: {
      name: 'text not null',
      websiteUrl: 'text',
      hasApi: 'integer not null',
      apiFields: 'text not null',
      /** Whether a field shows everybody what its name says is secret. */
      readableSecrets: 'integer not null default 0',
      /** Who made it. */
      userId: 'text',
    },
    unique: ['nameKey'],
    caseless: ['name'],
    sorted: ['name', 'websiteUrl'],
    indexed: ['name'],
    found: ['name'],
  },
  proxies: {
    columns: {
      ...taggable,
      name: 'text not null',
      ip: 'text not null',
      ipKey: `text not null default ''`,
      port: 'integer not null',
      username: 'text not null',
      password: 'text not null',
      type: 'text not null',
      country: 'text',
      isActive: 'integer not null',
    },
    unique: ['ipKey', 'port', 'username'],
    sorted: ['name', 'ip', 'username', 'country'],
    indexed: ['name', 'ip'],
    found: ['name'],
  },
  registrator_accounts: {
    columns: {
      ...taggable,
      ...account,
      registratorTypeOwnerId: 'text not null',
      registratorTypeId: 'text not null',
      password: 'text',
      hasApiAccess: 'integer not null',
    },
    unique: ['emailAccountId', 'registratorTypeId'],
    references: {
      emailAccountId: 'email_accounts',
      proxyId: 'proxies',
      registratorTypeId: 'registrator_types',
    },
  },
  hostings: {
    columns: {
      ...taggable,
      ...account,
      name: 'text not null',
      provider: 'text not null',
      websiteUrl: 'text',
      hasApiAccess: 'integer not null',
    },
    unique: ['nameKey'],
    references: { emailAccountId: 'email_accounts', proxyId: 'proxies' },
    caseless: ['name', 'provider'],
    sorted: ['name', 'provider', 'comment'],
    indexed: ['name'],
    found: ['name', 'provider'],
  },
  servers: {
    columns: {
      ...taggable,
      name: 'text not null',
      hostingId: 'text not null',
      country: 'text',
      ip: 'text',
      sshPort: 'integer',
      panelUrl: 'text',
      status: 'text not null',
      users: 'text not null',
    },
    unique: ['nameKey'],
    references: { hostingId: 'hostings' },
    caseless: ['name'],
    sorted: ['name', 'country', 'ip', 'panelUrl', 'comment'],
    indexed: ['name', 'ip'],
    found: ['name', 'ip'],
  },
  cdn_accounts: {
    columns: { ...taggable, ...account, provider: 'text not null', password: 'text' },
    unique: ['provider', 'emailAccountId'],
    references: { emailAccountId: 'email_accounts', proxyId: 'proxies' },
    sorted: ['comment'],
  },
  domains: {
    columns: {
      ...taggable,
      domain: 'text not null',
      registratorAccountId: 'text not null',
      serverId: 'text',
      cdnAccountId: 'text',
      expirationDate: 'bigint',
      status: 'text not null',
      autoRenew: `text not null default 'UNKNOWN'`,
      price: 'bigint',
      currency: 'text',
      payer: 'text',
    },
    unique: ['domain'],
    references: {
      registratorAccountId: 'registrator_accounts',
      serverId: 'servers',
      cdnAccountId: 'cdn_accounts',
    },
    sorted: ['domain', 'comment'],
    indexed: ['domain'],
    found: ['domain'],
  },
};

/** Lists of domains by date, where empty dates come last both ways, and totals by status and date. */
const domainIndexes = [
  `create index domains_soonest on domains ("ownerId", ("expirationDate" is null), "expirationDate", id)`,
  `create index domains_soonest_by_status on domains
    ("ownerId", status, ("expirationDate" is null), "expirationDate", id)`,
  `create index domains_by_expiry on domains ("ownerId", "expirationDate", status)`,
];

/**
 * PostgreSQL has concurrent writers: each adds a new random number and removes those that nobody else is removing. No
 * writer waits for another, and no set of numbers ever recurs. SQLite has one writer at a time: there a growing number is
 * enough.
 */
const revisions = [
  'create sequence stamp_numbers',
  `create function stamp_owners() returns trigger language plpgsql as $$
    declare
      owner text;
      latest bigint;
    begin
      for owner in select distinct "ownerId" from changed loop
        latest := nextval('stamp_numbers');
        delete from stamps where ("ownerId", stamp) in (
          select "ownerId", stamp from stamps where "ownerId" = owner for update skip locked);
        insert into stamps values (owner, latest);
      end loop;
      return null;
    end $$`,
];

/** Until migration 0046, every write to a table changed the revision of the owner by triggers. */
async function moveRevision(tx: Tx, table: string): Promise<void> {
  const isSqlite = engineOf<Schema>(tx) === 'sqlite';
  const create = async () => {
    for (const [event, row] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      const act = isSqlite
        ? `begin insert into stamps values (${row}."ownerId", 1)
            on conflict ("ownerId") do update set stamp = stamps.stamp + 1; end`
        : `referencing ${row} table as changed for each statement execute function stamp_owners()`;
      await sql.raw(`create trigger ${table}_stamp_${event} after ${event} on ${table} ${act}`).execute(tx);
    }
  };
  await (isSqlite ? create() : inSavepoint(tx, create));
}

/** Search on PostgreSQL: trigrams, with the owner in the same index. */
const extensions = ['create extension if not exists pg_trgm', 'create extension if not exists btree_gin'];

/**
 * The schema of 0.2.0, which 44 migrations had made. It is written out rather than derived from the contract: fields that
 * the contract gains or loses later are the business of later migrations, and backups of 0.2.0 are restored into these tables.
 */
export async function up(tx: Tx): Promise<void> {
  const isSqlite = engineOf<Schema>(tx) === 'sqlite';
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  };
  const clustered = isSqlite ? 'without rowid' : '';
  const tables = [
    peopleTables,
    recordTables(clustered),
    historyTables(clustered),
    alertTables(isSqlite ? 'bigint' : 'double precision'),
    `create table stamps ("ownerId" text not null, stamp bigint not null,
      constraint stamps_pk primary key (${isSqlite ? '"ownerId"' : '"ownerId", stamp'}))`,
  ];
  for (const some of tables) await run(some.split(';').filter((statement) => statement.trim() !== ''));
  if (!isSqlite) {
    await inSavepoint(tx, () => run(revisions));
    await inSavepoint(tx, () => run(extensions));
  }
  for (const [name, kind] of Object.entries(baseKinds)) await kindTable(tx, name, kind);
  await run(domainIndexes);
  for (const table of [...Object.keys(baseKinds), 'shown_dates', 'findings']) await moveRevision(tx, table);
}
