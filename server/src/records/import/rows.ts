import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { pacedMap } from '../../lib/paced.ts';
import type { RecordTable } from '../list/record-table.ts';
import { namedReferences } from './named-references.ts';
import type { CheckedRow } from './plan.ts';
import type { SentRow } from './sent-row.ts';

type Fields = Record<string, unknown>;

const tooLong = { errors: { '': `A row may have at most ${serverLimits.importRow} bytes` } };

/**
 * Parses and checks rows by the rules that need no transaction. Each row stays raw until its turn: parsed all at once,
 * rows take many times their size.
 */
export async function checkRows(
  db: Db,
  owner: Owner,
  table: RecordTable,
  rows: readonly SentRow[],
  complete: (row: unknown) => unknown,
): Promise<CheckedRow[]> {
  const resolveNames = await namedReferences(db, owner, table.name, rows);
  return pacedMap(rows, (row) => {
    if (row === null) return tooLong;
    const { row: resolved, errors } = resolveNames(complete(row()));
    const { data, error } = table.entity.create.body.safeParse(resolved);
    const faults = { ...(error && fieldErrors(error)), ...errors };
    if (Object.keys(faults).length > 0) return { errors: faults };
    const fields = data as Fields;
    return { fields: { ...fields, ...table.stored(fields) } };
  });
}
