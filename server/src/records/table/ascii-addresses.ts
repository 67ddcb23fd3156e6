import { emailKeyOf, shownAddress } from '@quartermaster/contract/rules/email-address';
import type { Tag } from '@quartermaster/contract/rules/tags';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import { transaction } from '../../db/transaction.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { eachChunk } from '../../jobs/each-chunk.ts';
import type { Job } from '../../jobs/job.ts';
import { unicodeAddress } from '../../lib/unicode-address.ts';
import { changeRevision } from './revision.ts';
import { searchText } from './search.ts';
import { textKeysOf } from './text-keys.ts';

const daily = '30 3 * * *';
const rowsAtOnce = 200;
const tables = ['users', 'email_accounts'] as const;
type Table = (typeof tables)[number];

interface AddressRow {
  id: string;
  email: string;
  emailKey: string;
}
type Account = Schema['email_accounts'];

/** Another row with one of these keys. */
async function holderOf(
  tx: Tx,
  table: Table,
  row: AddressRow,
  keys: readonly string[],
): Promise<string | undefined> {
  const own = 'ownerId' in row ? sql`"ownerId" = ${row.ownerId} and` : sql``;
  const { rows } = await read(
    tx,
    sql<{ id: string }>`select id from ${sql.table(table)}
    where ${own} "emailKey" in (${sql.join(keys)}) and id <> ${row.id}`,
  );
  return rows[0]?.id;
}

async function rewrite(tx: Tx, table: Table, row: AddressRow, emailKey: string): Promise<void> {
  const email = shownAddress(row.email);
  if (table === 'users') {
    await tx.updateTable('users').set({ email, emailKey }).where('id', '=', row.id).execute();
    return;
  }
  const { ownerId, comment, tags } = row as Account;
  const words = { email, comment, tags: JSON.parse(tags) as Tag[] };
  await tx
    .updateTable('email_accounts')
    .set({ email, emailKey, searchText: searchText(table, words, [emailKey]), ...textKeysOf(table, words) })
    .where('ownerId', '=', ownerId)
    .where('id', '=', row.id)
    .execute();
  await changeRevision(tx, ownerId);
}

/** Rewrites a chunk of rows after this id. Returns the last id; null at the end. */
async function rewriteChunk(
  tx: Tx,
  log: FastifyBaseLogger,
  table: Table,
  after: string,
): Promise<string | null> {
  const { rows } = await read(
    tx,
    sql<AddressRow>`select * from ${sql.table(table)}
    where id > ${after} and (octet_length(email || "emailKey") > length(email || "emailKey") or lower(email) like '%@%xn--%')
    order by id limit ${sql.lit(rowsAtOnce)} ${rowLock(tx)}`,
  );
  for (const row of rows) {
    const key = emailKeyOf(row.email);
    if (key === row.emailKey && shownAddress(row.email) === row.email) continue;
    const other = await holderOf(tx, table, row, [key, unicodeAddress(key)]);
    if (other === undefined) await rewrite(tx, table, row, key);
    else
      log.warn(
        { table, id: row.id, other },
        'Two records have one address in different spellings; each keeps its own until one is changed',
      );
  }
  return rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null);
}

/** The job that makes the keys of addresses ASCII, and shows their domains in Unicode, as new ones are stored. */
export const asciiAddresses = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job => ({
  kind: 'ascii-addresses',
  cron: daily,
  run: async ({ signal }) => {
    for (const table of tables)
      await eachChunk('', signal, (after) => transaction(db, (tx) => rewriteChunk(tx, log, table, after)));
  },
});
