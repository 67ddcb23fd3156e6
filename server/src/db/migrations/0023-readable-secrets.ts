import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import { readableSecrets } from '@quartermaster/contract/rules/secret-names';
import { sql } from 'kysely';
import { type Tx, globalOwner } from '../schema.ts';

interface Type {
  ownerId: string;
  id: string;
  name: string;
  apiFields: string;
}

const rowsAtOnce = 500;

/** OVHcloud's Application Key names the application; its secrets are other fields. */
function kept({ ownerId, name, apiFields }: Type): CredentialFields {
  const fields = JSON.parse(apiFields) as CredentialFields;
  const key = fields['applicationKey'];
  if (ownerId !== globalOwner || name !== 'OVHcloud' || key?.type !== 'string') return fields;
  return { ...fields, applicationKey: { ...key, readable: true } };
}

/** Marks the types with a field that shows everybody what its name says is secret. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema
    .alterTable('registrator_types')
    .addColumn('readableSecrets', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  const rowsAfter = async (id: string): Promise<Type[]> =>
    (
      await sql<Type>`select "ownerId", id, name, "apiFields" from registrator_types
        where id > ${id} order by id limit ${sql.lit(rowsAtOnce)}`.execute(tx)
    ).rows;
  for (let rows = await rowsAfter(''); rows.length > 0; rows = await rowsAfter(rows.at(-1)?.id ?? '')) {
    for (const type of rows) {
      const fields = kept(type);
      const text = JSON.stringify(fields);
      const mark = readableSecrets(fields).length > 0 ? 1 : 0;
      if (text !== type.apiFields || mark === 1)
        await sql`update registrator_types set "apiFields" = ${text}, "readableSecrets" = ${sql.lit(mark)}
          where "ownerId" = ${type.ownerId} and id = ${type.id}`.execute(tx);
    }
  }
}
