import { type ColumnMetadata, sql } from 'kysely';
import { audit } from '../access/audit.ts';
import { endAllAccess } from '../access/end-access.ts';
import { type Config, ConfigError } from '../config.ts';
import { read } from '../db/raw-sql.ts';
import { type Key, sealedWith } from '../secrets/seal.ts';
import {
  BackupError,
  type BackupRow,
  type BackupRows,
  type RowCounts,
  checkBackup,
  foreignBackupKey,
  readBackup,
  writeBackup,
} from './backup-file.ts';
import { kept } from './kept-tables.ts';
import { foreignMasterKey, masterKeys } from '../secrets/master-key.ts';
import { unwrap } from '../secrets/wrapped-keys.ts';
import { expectBase, migrateTo, newestSchema, schemaOf } from '../db/migrate.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { inChunks } from '../lib/paced.ts';
import { version } from '../version.ts';

const rowsAtOnce = 500;

type Row = Record<string, BackupRow[number]>;

/** Reads a table in the order of its key, about a megabyte at a time: a row may have two. */
async function* pagesOf(
  tx: Tx,
  table: string,
  key: string[],
  columns: readonly ColumnMetadata[],
): AsyncGenerator<BackupRows> {
  const keyOf = (row: Row) => sql`(${sql.join(key.map((column) => row[column]))})`;
  const ofKey = sql.join(key.map((column) => sql.ref(column)));
  const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text');
  const octets = texts.map(({ name }) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`);
  let after: Row | undefined;
  do {
    const { rows: found } = await read(
      tx,
      sql<Row & { octets: number }>`
      select ${ofKey}, ${sql.join([sql`0`, ...octets], sql` + `)} as octets from ${sql.table(table)}
      ${after ? sql`where (${ofKey}) > ${keyOf(after)}` : sql``}
      order by ${ofKey} limit ${sql.lit(rowsAtOnce)}`,
    );
    for await (const some of inChunks(found, rowsAtOnce, (row) => row.octets)) {
      const [first = {}, last = {}] = [some[0], some.at(-1)];
      const { rows } = await read(
        tx,
        sql<Row>`select * from ${sql.table(table)}
        where (${ofKey}) >= ${keyOf(first)} and (${ofKey}) <= ${keyOf(last)} order by ${ofKey}`,
      );
      yield { table, columns: Object.keys(rows[0] ?? {}), rows: rows.map(Object.values<BackupRow[number]>) };
    }
    after = found.length === rowsAtOnce ? found.at(-1) : undefined;
  } while (after);
}

async function* allPages(tx: Tx): AsyncGenerator<BackupRows> {
  const tables = new Map((await tx.introspection.getTables()).map(({ name, columns }) => [name, columns]));
  for (const [table, key] of Object.entries(kept)) {
    const columns = tables.get(table);
    if (!columns) continue;
    yield* pagesOf(tx, table, key, columns);
  }
}

/** Writes a snapshot of the database to a file while others go on writing. */
export function backUp(db: Db, file: string, source: Config['masterKey']): Promise<RowCounts> {
  const write = async (tx: Tx) => {
    const schema = await schemaOf(tx);
    if (schema === 0) throw new BackupError('There is no data to back up here');
    if (schema > newestSchema)
      throw new BackupError('This database was written by a newer version of Quartermaster; use that one');
    expectBase(schema);
    const wrapped = await tx.selectFrom('wrapped_keys').select('wrapped').execute();
    const keys = [...new Set(wrapped.map((row) => sealedWith(row.wrapped)))];
    const masters = masterKeys(source);
    const master = masters.find(({ id }) => keys.includes(id));
    if (!master && keys.length > 0) throw new ConfigError(foreignMasterKey);
    const header = { schema, program: version, created: new Date().toISOString(), masterKeys: keys };
    return writeBackup(file, header, allPages(tx), master ?? masters[0]);
  };
  return transaction(db, write, { snapshot: true, readOnly: true, once: true });
}

async function load(tx: Tx, file: string, masters: readonly Key[], counts: RowCounts): Promise<void> {
  for await (const { table, columns, rows } of readBackup(file, masters, rowsAtOnce)) {
    if (!(table in kept)) throw new BackupError(`The backup holds a table that is not known: ${table}`);
    const values = rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index]])),
    );
    await tx
      .insertInto(table as 'domains')
      .values(values as never)
      .execute();
  }
  for (const [table, expected] of Object.entries(counts)) {
    const { rows } = await read(tx, sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`);
    if (rows[0]?.n !== expected)
      throw new BackupError(`${table} would have ${rows[0]?.n} rows, not ${expected}; nothing was restored`);
  }
}

/** Throws unless every data key can be unwrapped. */
async function openKeys(tx: Tx, masters: readonly Key[]): Promise<void> {
  for (const row of await tx.selectFrom('wrapped_keys').selectAll().execute()) {
    if (!masters.some(({ id }) => id === sealedWith(row.wrapped))) throw new ConfigError(foreignMasterKey);
    unwrap(masters, row);
  }
}

/** An API token that works again after a restore. */
export interface RevivedToken {
  name: string;
  maker: string;
  workspace: string;
  expiresAt: number;
}

const validTokens = (tx: Tx): Promise<RevivedToken[]> =>
  tx
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.userId')
    .innerJoin('workspaces', 'workspaces.id', 'api_tokens.workspaceId')
    .select(['api_tokens.name', 'users.email as maker', 'workspaces.name as workspace', 'expiresAt'])
    .where('expiresAt', '>', Date.now())
    .where('users.disabledAt', 'is', null)
    .orderBy('users.emailKey')
    .orderBy('api_tokens.name')
    .execute();

export interface Restored {
  counts: RowCounts;
  /** When the backup was made, as an ISO time. */
  created: string;
  /** The API tokens that were kept. */
  tokens: RevivedToken[];
}

/**
 * Restores a file into an empty database, in one transaction. The rows go into tables of their schema version, which
 * are then migrated like any others. Access given before ends, since it may have been ended after the backup was made.
 */
export async function restore(
  db: Db,
  file: string,
  source: Config['masterKey'],
  { keepTokens = false }: { keepTokens?: boolean } = {},
): Promise<Restored> {
  const masters = masterKeys(source);
  const { header, counts } = await checkBackup(file, masters);
  if (header.schema > newestSchema)
    throw new BackupError(
      'This backup was written by a newer version of Quartermaster; restore it with that one',
    );
  if (!header.masterKeys.every((id) => masters.some((key) => key.id === id)))
    throw new ConfigError(foreignBackupKey);
  const fill = async (tx: Tx) => {
    if ((await schemaOf(tx)) > 0)
      throw new BackupError('This database already holds data; restore into an empty one');
    await migrateTo(tx, header.schema);
    await load(tx, file, masters, counts);
    await migrateTo(tx, newestSchema);
    await openKeys(tx, masters);
    // Others may have been told since, and what waited then may have been sent.
    await tx.updateTable('workspaces').set({ sendingPausedAt: Date.now() }).execute();
    await endAllAccess(tx, { keepTokens });
    const tokens = await validTokens(tx);
    const details = { createdAt: header.created, version: header.program, tokens: tokens.length };
    await audit(tx, { action: 'backup.restored', actor: null, origin: null, details });
    return { counts, created: header.created, tokens };
  };
  return transaction(db, fill, { once: true });
}
