import { type Cell, csvHeader, csvRows } from '@quartermaster/contract/rules/csv';
import type { ImportRow } from '@quartermaster/contract/imports/imports.schema';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { distinct } from '../../sheets/table.ts';
import { isSecretColumn } from './imports.secret-columns.ts';
import { openImport } from './imports.opening.ts';
import { rowsAt } from './imports.rows.ts';
import { kindsIn } from './imports.store.ts';

const rowsAtOnce = 500;

/** Why a row is not imported, or what it goes without. */
const reasonOf = ({ kind, errors, notes }: ImportRow): string =>
  kind === 'error' || kind === 'conflict'
    ? errors.map(({ message }) => message).join('; ')
    : `Imported without ${notes
        .filter((each) => each.kind === 'dropped')
        .map(({ column, message }) => `${column}: ${message}`)
        .join('; ')}`;

/**
 * The rows that are not imported or go without a cell as a CSV file with a column that says why; columns with secrets are
 * left out.
 */
export async function rowsLeftBehind(
  db: Db,
  caller: Caller,
  id: string,
): Promise<AsyncGenerator<string, void>> {
  const { row, details } = await openImport(db, caller, id);
  const dropped = new Set(details.notes?.dropped);
  const left = [...kindsIn(row.kinds).entries()].flatMap(([at, kind]) =>
    kind === 'error' || kind === 'conflict' || dropped.has(at) ? [at] : [],
  );
  const shown = details.columns.filter((header) => !isSecretColumn(details, header));
  // No column of the file is called the same.
  const why = distinct([...shown, 'Why']).at(-1) ?? 'Why';
  const cell =
    (header: string) =>
    (each: ImportRow): Cell =>
      each.cells[header] ?? null;
  const columns = Object.fromEntries([
    ...shown.map((header) => [header, cell(header)] as const),
    [why, reasonOf] as const,
  ]);
  return (async function* () {
    yield csvHeader(columns);
    for (let start = 0; start < left.length; start += rowsAtOnce)
      yield csvRows(columns, await rowsAt(db, caller, id, details, left.slice(start, start + rowsAtOnce)));
  })();
}
