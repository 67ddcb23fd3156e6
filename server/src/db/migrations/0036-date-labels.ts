import { folded } from '@quartermaster/contract/rules/folded';
import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

interface Labelled {
  ownerId: string;
  id: string;
  label: string;
}

const rowsAtOnce = 500;

/** The labels of dates as search compares texts. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('dates').addColumn('labelFolded', 'text').execute();
  const rowsAfter = async (ownerId: string, id: string): Promise<Labelled[]> =>
    (
      await sql<Labelled>`select "ownerId", id, label from dates
        where label is not null and ("ownerId", id) > (${ownerId}, ${id})
        order by "ownerId", id limit ${sql.lit(rowsAtOnce)}`.execute(tx)
    ).rows;
  let rows = await rowsAfter('', '');
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    for (const { ownerId, id, label } of rows)
      await sql`update dates set "labelFolded" = ${folded(label)}
        where "ownerId" = ${ownerId} and id = ${id}`.execute(tx);
    rows = await rowsAfter(last.ownerId, last.id);
  }
}
