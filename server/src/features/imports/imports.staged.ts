import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import type { Area } from '@quartermaster/contract/api/areas';
import type {
  Import,
  ImportCounts,
  ImportState,
  RowKind,
} from '@quartermaster/contract/imports/imports.schema';
import { rowKinds } from '@quartermaster/contract/imports/imports.schema';
import { limits, shortened } from '@quartermaster/contract/rules/limits';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { areaOfTable, tableOfArea } from '../../records/kinds/entities.ts';
import { type CellPlan, planCells } from '../../records/import/cell-plan.ts';
import type { CellOptions, CellRows, Column, Picked } from '../../records/import/levels.ts';
import type { CellError, FieldChange } from '../../records/import/preview.ts';
import type { Missing } from '../../records/import/create-references.ts';
import { orderOf } from '../../records/import/dates.ts';
import { targetAt } from '../../records/import/targets.ts';
import type { Reading, Table } from '../../sheets/table.ts';
import { recordTableOf } from './imports.tables.ts';

/** What is kept of an import beside its rows, sealed. */
export interface Details extends Omit<Table, 'rows' | 'targets'> {
  area: Area;
  name: string;
  /** The scope under which it was planned: another one sees other records. */
  view: string;
  /** Up to three values of each column, and the columns that look secret. */
  examples: string[][];
  secret: string[];
  mapping: Record<string, string | null>;
  /** The columns whose target nobody has chosen or confirmed. */
  guessed: string[];
  options: CellOptions & { dates: Record<string, DateOrder> };
  /** How the person wants the file read. */
  reading: Reading;
  rows: number;
  counts: ImportCounts | null;
  /** The columns of dates whose order is undecided. */
  asks: string[];
  missing: Import['missing'];
  needs: Import['needs'];
  error: string | null;
}

/** What is kept of the plan of a row. */
export interface StagedRow {
  kind: RowKind;
  errors: CellError[];
  changes: FieldChange[];
  recordId: string | null;
  name: string;
  digest: string;
}

export const countsOf = (kinds: readonly RowKind[]): ImportCounts => {
  const counts = Object.fromEntries(rowKinds.map((kind) => [kind, 0])) as ImportCounts;
  for (const kind of kinds) counts[kind] += 1;
  return counts;
};

function columnsOf(
  { area, columns, mapping, options }: Details,
  cells: readonly (readonly string[])[],
): Column[] {
  const table = tableOfArea[area];
  return columns.map((header, at) => {
    const path = Object.hasOwn(mapping, header) ? (mapping[header] ?? null) : null;
    const target = path === null ? null : (targetAt(table, path) ?? null);
    const chosen = Object.hasOwn(options.dates, header) ? options.dates[header] : undefined;
    const order = target?.column === 'time' ? (chosen ?? orderOf(cells.map((row) => row[at] ?? ''))) : null;
    return { header, target, order };
  });
}

/** Plans what a staged import does, with the rights of its owner. */
export async function planStaged(
  db: Db,
  owner: Owner,
  details: Details,
  cells: readonly (readonly string[])[],
  { isShown = true, picked }: { isShown?: boolean; picked?: Picked } = {},
): Promise<{ plan: CellPlan; input: CellRows }> {
  const { area, skipped, options } = details;
  const table = recordTableOf(tableOfArea[area]);
  const input = {
    table,
    tableOf: recordTableOf,
    columns: columnsOf(details, cells),
    rows: cells,
    skipped,
    options,
    ...(picked && { picked }),
  };
  return { plan: await planCells(db, owner, input, { isShown }), input };
}

/** The names that do not exist, as many as are answered: first the undecided ones, if there are more. */
function listed(missing: readonly Missing[]): Import['missing'] {
  const undecided = (each: Missing) => Number(each.choice === null);
  const ordered =
    missing.length > limits.importChoices
      ? missing.toSorted((one, other) => undecided(other) - undecided(one))
      : missing;
  return ordered.slice(0, limits.importChoices).map(({ path, table, name, rows, choice }) => ({
    path,
    area: areaOfTable(table),
    name: shortened(name, limits.importPath),
    rows: rows.length,
    choice,
  }));
}

/** The details with what a plan found, and its rows as they are kept. */
export function planned(details: Details, { plan, input }: Awaited<ReturnType<typeof planStaged>>) {
  const rows = plan.rows.map(({ kind, errors, changes, recordId, name, digest }): StagedRow => ({
    kind,
    errors,
    changes,
    recordId,
    name,
    digest,
  }));
  const { options } = details;
  const { references } = options;
  const next: Details = {
    ...details,
    // What was remembered for names is chosen from now on.
    options:
      typeof references === 'string'
        ? options
        : { ...options, references: { ...references, ...plan.remembered } },
    error: null,
    rows: rows.length,
    counts: countsOf(rows.map(({ kind }) => kind)),
    asks: input.columns.flatMap(({ header, order }) => (order === 'unknown' ? [header] : [])),
    missing: listed(plan.missing),
    needs: plan.needs,
  };
  return { details: next, rows };
}

/** Whether something is undecided: an order of dates, a name that does not exist, or what the rows are about. */
export function stateOf({ area, asks, missing, mapping }: Details): ImportState {
  const targets = Object.values(mapping);
  const { unique } = recordTableOf(tableOfArea[area]).entity;
  const isAbout = unique.fields.some((field) =>
    targets.some(
      (path) =>
        path === field || (field.endsWith('Id') && path?.startsWith(`${field.slice(0, -2)}.`) === true),
    ),
  );
  const isUndecided = asks.length > 0 || missing.some(({ choice }) => choice === null) || !isAbout;
  return isUndecided ? 'mapping' : 'ready';
}
