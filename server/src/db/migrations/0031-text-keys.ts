import { ipKeyOf } from '@quartermaster/contract/rules/ip-address';
import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

/** The texts that lists are sorted by, and those by which search finds a record through others. */
const sorted = {
  email_accounts: ['email', 'loginUrl', 'comment'],
  registrator_types: ['name', 'websiteUrl'],
  proxies: ['name', 'ip', 'username', 'country'],
  hostings: ['name', 'provider', 'comment'],
  servers: ['name', 'country', 'ip', 'panelUrl', 'comment'],
  cdn_accounts: ['comment'],
  domains: ['domain', 'comment'],
};
const found = {
  email_accounts: ['email'],
  registrator_types: ['name'],
  proxies: ['name'],
  hostings: ['name', 'provider'],
  servers: ['name', 'ip'],
  domains: ['domain'],
};
/** Lists are mostly sorted by these. */
const indexed = new Set(['email', 'name', 'domain', 'ip']);

const keyOrText = (field: string, column: string) =>
  sql`coalesce(${sql.ref(column)}, lower(${sql.ref(field)}))`;

/** The keys are null until the job has filled them in; a list sorts by the text meanwhile. */
async function addKeys(tx: Tx) {
  const isPostgres = engineOf<Schema>(tx) === 'postgres';
  for (const [table, fields] of Object.entries(sorted))
    for (const field of fields) {
      const column = `${field}Sort`;
      await tx.schema.alterTable(table).addColumn(column, 'text').execute();
      if (!indexed.has(field)) continue;
      // In byte order, as SQLite compares.
      const key = isPostgres ? sql`(${keyOrText(field, column)} collate "C")` : keyOrText(field, column);
      await sql`create index ${sql.ref(`${table}_by_${field}`)} on ${sql.table(table)} ("ownerId", ${key}, id)`.execute(
        tx,
      );
    }
  for (const [table, fields] of Object.entries(found))
    for (const field of fields) {
      const column = `${field}Folded`;
      await tx.schema.alterTable(table).addColumn(column, 'text').execute();
      if (isPostgres) continue;
      // Covers what a search reads instead of the rows.
      await sql`create index ${sql.ref(`${table}_found_by_${field}`)} on ${sql.table(table)}
        ("ownerId", ${keyOrText(field, column)}, id)`.execute(tx);
    }
}

interface ProxyRow {
  ownerId: string;
  id: string;
  ip: string;
  port: number;
  username: string;
}

/** Two spellings of one IPv6 address become one proxy; of those that are stored already, the later ones keep theirs. */
async function addAddressKeys(tx: Tx) {
  await tx.schema
    .alterTable('proxies')
    .addColumn('ipKey', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update proxies set "ipKey" = ip`.execute(tx);
  const { rows } = await sql<ProxyRow>`select "ownerId", id, ip, port, username from proxies
    where ip like '%:%' order by "createdAt", id`.execute(tx);
  const taken = new Set(
    rows.map(({ ownerId, ip, port, username }) => JSON.stringify([ownerId, ip, port, username])),
  );
  for (const { ownerId, id, ip, port, username } of rows) {
    const ipKey = ipKeyOf(ip);
    const key = JSON.stringify([ownerId, ipKey, port, username]);
    if (ipKey === ip || taken.has(key)) continue;
    taken.add(key);
    await sql`update proxies set "ipKey" = ${ipKey} where "ownerId" = ${ownerId} and id = ${id}`.execute(tx);
  }
  await tx.schema.dropIndex('proxies_unique').execute();
  await tx.schema
    .createIndex('proxies_unique')
    .on('proxies')
    .columns(['ownerId', 'ipKey', 'port', 'username'])
    .unique()
    .execute();
}

export async function up(tx: Tx): Promise<void> {
  await addKeys(tx);
  await addAddressKeys(tx);
}
