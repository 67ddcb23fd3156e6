import type { WayOut } from '@quartermaster/contract/rules/secrets';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { transaction } from '../../db/transaction.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { isSealed } from '../kinds/codec.ts';
import type { RecordTable } from '../list/record-table.ts';
import { AnswerLog } from './secret-log.ts';

type Records = (Record<string, unknown> & { id: string })[];

/** Whether answers with these records are logged. */
export const isLogged = (owner: Owner, { entity }: RecordTable): boolean =>
  owner.secrets && Object.values(entity.fields).some(({ column }) => isSealed(column));

const notes = 'secureNote';

/**
 * Whether records of this table have no other secret than a note. Few have one, so they are read before it is known
 * whether there is something to log: no transaction waits for those of others.
 */
export const hasOnlyNotes = ({ entity }: RecordTable): boolean =>
  Object.entries(entity.fields).every(([name, { column }]) => !isSealed(column) || name === notes);
export const isAnyNoted = (records: readonly Readonly<Record<string, unknown>>[]): boolean =>
  records.some((record) => typeof record[notes] === 'string');

/** Runs a transaction that reads secrets and logs them: if the log can't be written, nothing is answered. */
export async function logged<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, act);
  } catch (error) {
    if (faultOf(error) !== 'full') throw error;
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'The disk is full: secrets cannot be read, because that could not be logged; records can, with secrets=omit',
    );
  }
}

/**
 * Reads the records of one answer, in one or several steps. Records with secrets are logged in the transaction that
 * reads them: no row, no secret. Where there is nothing to read, no transaction waits for those of others.
 */
export function readerOf(
  db: Db,
  caller: Caller,
  owner: Owner,
  table: RecordTable,
  via: WayOut,
): (ids: readonly string[]) => Promise<Records> {
  if (!isLogged(owner, table)) return (ids) => table.byIds(db, owner, ids);
  const log = new AnswerLog(caller, table, via);
  return async (ids) => {
    if (hasOnlyNotes(table)) {
      const records: Records = await table.byIds(db, owner, ids);
      if (!isAnyNoted(records)) return records;
    }
    if (!(await table.hasAny(db, owner, ids))) return [];
    const { records, keep } = await logged(db, async (tx) => {
      const read: Records = await table.byIds(tx, owner, ids);
      return { records: read, keep: await log.add(tx, read) };
    });
    keep();
    return records;
  };
}

/** Reads a record in the transaction that wrote it. If it contains secrets and can't be logged, the write fails too. */
export async function readWritten(
  tx: Tx,
  caller: Caller,
  owner: Owner,
  table: RecordTable,
  id: string,
): Promise<Records[number] | undefined> {
  const records: Records = await table.byIds(tx, owner, [id]);
  if (isLogged(owner, table)) await new AnswerLog(caller, table, 'record').add(tx, records);
  return records[0];
}
