import { holdsSecret } from '@quartermaster/contract/rules/secret-comments';
import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

const tables = [
  'email_accounts',
  'proxies',
  'hostings',
  'servers',
  'registrator_accounts',
  'cdn_accounts',
  'domains',
];
const rowsAtOnce = 500;

/** The flag is a guess: where a later version guesses otherwise, a migration of its own goes over the rows again. */
async function markComments(tx: Tx, table: string): Promise<void> {
  for (let last = { ownerId: '', id: '' }; ;) {
    const { rows } = await sql<typeof last & { comment: string }>`
      select "ownerId", id, comment from ${sql.table(table)}
      where ("ownerId", id) > (${last.ownerId}, ${last.id}) and comment is not null
      order by "ownerId", id limit ${sql.lit(rowsAtOnce)}`.execute(tx);
    for (const [ownerId, some] of Map.groupBy(
      rows.filter(({ comment }) => holdsSecret(comment)),
      (row) => row.ownerId,
    ))
      await sql`update ${sql.table(table)} set "secretComment" = 1
        where "ownerId" = ${ownerId} and id in (${sql.join(some.map(({ id }) => id))})`.execute(tx);
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1) ?? last;
  }
}

/** A sealed note on each record that has a comment, and whether the comment looks like it belongs there. */
export async function up(tx: Tx): Promise<void> {
  for (const table of tables) {
    await tx.schema.alterTable(table).addColumn('secureNote', 'text').execute();
    await tx.schema
      .alterTable(table)
      .addColumn('secretComment', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await markComments(tx, table);
  }
}
