import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

/** Indexes by which imports find records that a file names otherwise, and what people picked for names. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index servers_at_ip on servers ("ownerId", ip)`.execute(tx);
  await sql`create index registrator_accounts_by_type on registrator_accounts ("ownerId", "registratorTypeId")`.execute(
    tx,
  );
  // SQLite has an index of the names as search compares them.
  if (engineOf<Schema>(tx) === 'postgres')
    for (const table of ['servers', 'hostings', 'proxies'])
      await sql`create index ${sql.id(`${table}_found_by_name`)} on ${sql.table(table)}
        ("ownerId", (coalesce("nameFolded", lower(name)) collate "C"))`.execute(tx);
  await sql`create table import_picks (
    "ownerId" text not null, "userId" text not null, area text not null, text text not null,
    "recordId" text not null, "usedAt" bigint not null,
    constraint import_picks_pk primary key ("ownerId", "userId", area, text),
    constraint import_picks_owner foreign key ("ownerId") references workspaces (id)
  )`.execute(tx);
}
