import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Tx } from '../schema.ts';

/** Identities at a provider get an id, by which a person removes one, and the time of their last sign-in. */
export async function up(tx: Tx): Promise<void> {
  const table = () => tx.schema.alterTable('identities');
  await table()
    .addColumn('id', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await table().addColumn('lastUsedAt', 'bigint').execute();
  const rows = await tx.selectFrom('identities').select(['issuer', 'subject']).execute();
  for (const { issuer, subject } of rows)
    await sql`update identities set id = ${uuid()} where issuer = ${issuer} and subject = ${subject}`.execute(
      tx,
    );
  await tx.schema.createIndex('identities_id').on('identities').columns(['id']).unique().execute();
}
