import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** The names of the credentials that are set, in clear; null until a job has opened the sealed ones. */
export async function up(tx: Tx): Promise<void> {
  for (const table of ['registrator_accounts', 'hostings', 'cdn_accounts'] as const) {
    await tx.schema.alterTable(table).addColumn('apiCredentialsNames', 'text').execute();
    await sql`update ${sql.table(table)} set "apiCredentialsNames" = '[]' where "apiCredentials" is null`.execute(
      tx,
    );
  }
}
