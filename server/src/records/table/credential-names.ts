import { type Credentials } from '@quartermaster/contract/catalog/credential-field';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import { retried } from '../../db/retried.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { eachChunk } from '../../jobs/each-chunk.ts';
import { type Job, hourly } from '../../jobs/job.ts';
import { UnsealError } from '../../secrets/seal.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { decode } from '../kinds/codec.ts';
import { entityOf, ownedTables } from '../kinds/entities.ts';
import type { StoredRow } from '../kinds/row.ts';
import { updateRows } from './update-rows.ts';

/** The columns of sealed credentials. Beside each, another column holds the names of those that are set, in clear. */
export const credentialColumns = (table: OwnedTableName): string[] =>
  Object.entries(entityOf[table].fields).flatMap(([name, { column }]) =>
    column === 'secrets' ? [name] : [],
  );

export const namesColumn = (field: string): string => `${field}Names`;

/** The content of that column: a JSON list. */
export const namesOfCredentials = (values: Credentials | null | undefined): string =>
  JSON.stringify(Object.keys(filledCredentials(values)).sort());

const rowsAtOnce = 200;

/** Fills in the column for a chunk of rows after this id. Returns the last id; null at the end. */
async function fillChunk(
  tx: Tx,
  sealerOf: (ownerId: string) => Promise<Owner['sealer']>,
  table: OwnedTableName,
  field: string,
  after: string,
): Promise<string | null> {
  const { rows } = await read(
    tx,
    sql<StoredRow>`select * from ${sql.table(table)}
    where ${sql.ref(namesColumn(field))} is null and id > ${after} order by id limit ${sql.lit(rowsAtOnce)} ${rowLock(tx)}`,
  );
  for (const row of rows) {
    const sealer = await sealerOf(row.ownerId);
    const open = (sealed: string) => sealer.unseal(table, field, row.id, sealed);
    try {
      const values = decode('secrets', row[field], open) as Credentials;
      const next = { ...row, [namesColumn(field)]: namesOfCredentials(values) };
      await updateRows(tx, { id: row.ownerId }, table, [{ before: row, after: next }]);
    } catch (error) {
      // Leave values that no key opens.
      if (!(error instanceof UnsealError)) throw error;
    }
  }
  return rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null);
}

/** The job that fills in the names for records stored before the column existed. */
export const credentialNaming = ({ db, keyring }: { db: Db; keyring: Keyring }): Job => ({
  kind: 'name-credentials',
  cron: hourly,
  run: async ({ signal }) => {
    for (const table of ownedTables)
      for (const field of credentialColumns(table))
        await eachChunk('', signal, (after) =>
          retried(() =>
            db.transaction().execute((tx) => fillChunk(tx, (id) => keyring.sealer(id), table, field, after)),
          ),
        );
  },
});
