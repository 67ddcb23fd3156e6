import { folded } from '@quartermaster/contract/rules/folded';
import { sql } from 'kysely';
import type { Tx } from '../schema.ts';
import { baseKinds } from './0001-base.ts';

const anyRow = async (tx: Tx, table: string, condition: string): Promise<boolean> =>
  (await sql.raw(`select 1 from ${table} where ${condition} limit 1`).execute(tx)).rows.length > 0;

/** Whether words are not folded yet: only those with other letters than ASCII's can be. */
async function hasUnfolded(tx: Tx, table: string): Promise<boolean> {
  const rowsAtOnce = 500;
  for (let last = { ownerId: '', id: '' }; ;) {
    const { rows } = await sql<typeof last & { searchText: string }>`
      select "ownerId", id, "searchText" from ${sql.table(table)}
      where ("ownerId", id) > (${last.ownerId}, ${last.id}) and octet_length("searchText") > length("searchText")
      order by "ownerId", id limit ${sql.lit(rowsAtOnce)}`.execute(tx);
    if (rows.some(({ searchText }) => folded(searchText) !== searchText)) return true;
    if (rows.length < rowsAtOnce) return false;
    last = rows.at(-1) ?? last;
  }
}

async function hasUnkeyed(tx: Tx): Promise<boolean> {
  for (const [table, { sorted = [], found = [] }] of Object.entries(baseKinds)) {
    const missing = [
      ...sorted.map((field) => `("${field}Sort" is null and "${field}" <> '')`),
      ...found.map((field) => `("${field}Folded" is null and "${field}" <> '')`),
    ];
    if (missing.length > 0 && (await anyRow(tx, table, missing.join(' or ')))) return true;
    if (await hasUnfolded(tx, table)) return true;
  }
  return false;
}

async function hasUnnamed(tx: Tx): Promise<boolean> {
  for (const table of ['registrator_accounts', 'hostings', 'cdn_accounts'])
    if (await anyRow(tx, table, '"apiCredentialsNames" is null')) return true;
  return false;
}

/** The jobs by which 0.2.0 fills in rows of earlier versions, and whether one of those is left. */
const filling: Record<string, (tx: Tx) => Promise<boolean>> = {
  'fill-text-keys': hasUnkeyed,
  'name-credentials': hasUnnamed,
  'fingerprint-secrets': (tx) => anyRow(tx, 'changes', 'fingerprinted = 0'),
};

/** The jobs that have run to their end. A restored backup has none. What such a job left, it could not open. */
async function finishedJobs(tx: Tx): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('jobs')
    .select('uniqueKey')
    .where('uniqueKey', 'in', Object.keys(filling))
    .where('lastRunAt', 'is not', null)
    .where('attempts', '=', 0)
    .execute();
  return new Set(rows.map(({ uniqueKey }) => uniqueKey));
}

/** Refuses rows that 0.2.0 has not filled in yet; then what only that needed goes. */
export async function up(tx: Tx): Promise<void> {
  const finished = await finishedJobs(tx);
  for (const [kind, isLeft] of Object.entries(filling))
    if (!finished.has(kind) && (await isLeft(tx)))
      throw new Error(
        'Quartermaster 0.2.0 has not finished preparing this database. Start 0.2.0 again and let it run for some ' +
          'minutes, then start this version.',
      );
  await tx.deleteFrom('jobs').where('uniqueKey', 'in', Object.keys(filling)).execute();
  await sql`delete from installation_facts where name = 'texts.keyed'`.execute(tx);
  await tx.schema.dropIndex('changes_to_fingerprint').execute();
  await tx.schema.alterTable('changes').dropColumn('fingerprinted').execute();
  await tx.schema.dropTable('leases').execute();
}
