import type { WayOut } from '@quartermaster/contract/rules/secrets';
import type { Caller } from '../access/caller.ts';
import type { Owner } from '../access/owner.ts';
import { retried } from '../db/retried.ts';
import type { Db } from '../db/schema.ts';
import { isSealed } from './codec.ts';
import type { RecordTable } from './record-table.ts';
import { AnswerLog } from './secret-log.ts';

type Read = (ids: readonly string[]) => Promise<(Record<string, unknown> & { id: string })[]>;

/** Whether answers with these records are logged. */
export const isLogged = (owner: Owner, { entity }: RecordTable): boolean =>
  owner.secrets && Object.values(entity.fields).some(({ column }) => isSealed(column));

/**
 * Reads the records of one answer, in one or several steps. Those with secrets are logged in the transaction that reads them:
 * no row, no secret.
 */
export function readerOf(db: Db, caller: Caller, owner: Owner, table: RecordTable, via: WayOut): Read {
  const read = (from: Db, ids: readonly string[]) => table.byIds(from, owner, ids) as ReturnType<Read>;
  if (!isLogged(owner, table)) return (ids) => read(db, ids);
  const log = new AnswerLog(caller, table, via);
  return (ids) =>
    retried(() =>
      db.transaction().execute(async (tx) => {
        const records = await read(tx, ids);
        await log.add(tx, records);
        return records;
      }),
    );
}
