import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import { inSavepoint } from '../savepoint.ts';
import type { Schema, Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

const tables = [
  'email_accounts',
  'registrator_types',
  'proxies',
  'registrator_accounts',
  'hostings',
  'servers',
  'cdn_accounts',
  'domains',
];

/** In the order of lists, where empty dates come last both ways. */
async function expiryIndexes(tx: Tx) {
  for (const [name, columns] of [
    ['domains_soonest', `"ownerId", ("expirationDate" is null), "expirationDate", "id"`],
    ['domains_soonest_by_status', `"ownerId", "status", ("expirationDate" is null), "expirationDate", "id"`],
    ['domains_latest', `"ownerId", ("expirationDate" is null), "expirationDate" desc, "id"`],
    [
      'domains_latest_by_status',
      `"ownerId", "status", ("expirationDate" is null), "expirationDate" desc, "id"`,
    ],
    ['domains_newest_by_status', `"ownerId", "status", "createdAt" desc, "id"`],
    ['domains_oldest', `"ownerId", "createdAt", "id"`],
  ] as const)
    await tx.schema.createIndex(name).on('domains').expression(sql.raw(columns)).execute();
}

/** SQLite has one writer at a time: a growing number is enough. */
async function countWrites(tx: Tx, table: string) {
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql
      .raw(
        `create trigger ${table}_stamp_${event} after ${event} on ${table} begin
        insert into stamps values (${row}."ownerId", 1)
        on conflict ("ownerId") do update set stamp = stamps.stamp + 1;
      end`,
      )
      .execute(tx);
}

/**
 * PostgreSQL has concurrent writers: each adds a new random number and removes those that nobody else is removing. No
 * writer waits for another, and no set of numbers ever recurs.
 */
async function addNumbers(tx: Tx) {
  await sql`create sequence stamp_numbers`.execute(tx);
  await sql`create function stamp_owners() returns trigger language plpgsql as $$
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
    end $$`.execute(tx);
  for (const table of tables)
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql
        .raw(
          `create trigger ${table}_stamp_${event} after ${event} on ${table} referencing ${rows} table as changed
          for each statement execute function stamp_owners()`,
        )
        .execute(tx);
}

/**
 * A stamp that changes with every write to an owner's records, kept by triggers so that no writer can forget it. An
 * engine without these triggers has no stamps and caches nothing.
 */
export async function up(tx: Tx): Promise<void> {
  await expiryIndexes(tx);
  await withColumns(tx.schema.createTable('stamps'), { ownerId: 'text', stamp: 'bigint' })
    .addPrimaryKeyConstraint(
      'stamps_pk',
      (engineOf<Schema>(tx) === 'sqlite' ? ['ownerId'] : ['ownerId', 'stamp']) as never,
    )
    .execute();
  if (engineOf<Schema>(tx) === 'sqlite') for (const table of tables) await countWrites(tx, table);
  else if (!(await inSavepoint(tx, () => addNumbers(tx)))) return;
  await sql`insert into stamps select id, 0 from workspaces`.execute(tx);
}
