import type { OwnedTableName, Tx } from '../db/schema.ts';
import type { Resolved } from './reference-checks.ts';
import type { Row } from './row.ts';

/** A record to create; `key` is its unique fields as one text. */
export interface NewRecord {
  fields: Record<string, unknown>;
  owners: Resolved['owners'];
  key: string;
}

/** Inserts the rows whose unique columns are free, and returns the ids of those. */
export async function insertNew(
  tx: Tx,
  table: OwnedTableName,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const added = await tx
    .insertInto(table as 'domains')
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(added.map(({ id }) => id));
}
