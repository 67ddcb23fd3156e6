import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import type { Area } from '@quartermaster/contract/api/areas';
import type {
  Import,
  ImportColumn,
  ImportCounts,
  ImportState,
  NoteKind,
  RowKind,
} from '@quartermaster/contract/imports/imports.schema';
import { noteKinds, rowKinds } from '@quartermaster/contract/imports/imports.schema';
import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { pacedMap } from '../../lib/paced.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { areaOfTable, tableOfArea } from '../../records/kinds/entities.ts';
import { type CellPlan, planCells } from '../../records/import/cell-plan.ts';
import type { CellOptions, CellRows, Column, Picked } from '../../records/import/levels.ts';
import type { CellError, CellNote, FieldChange } from '../../records/import/preview.ts';
import type { Missing } from '../../records/import/resolutions.ts';
import { orderOf } from '../../records/import/dates.ts';
import { targetAt } from '../../records/import/targets.ts';
import type { Reading, Table } from '../../sheets/table.ts';
import { withJoinedTexts } from './imports.joined-texts.ts';
import { type Replacements, replacing } from './imports.replacing.ts';
import { type ImportRecord, openDetails } from './imports.store.ts';
import { badTexts } from './imports.bad-texts.ts';
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
  /** Columns with alike values, by header, and what one of them may become: a person chooses. */
  undecided?: Record<string, string>;
  options: CellOptions & { dates: Record<string, DateOrder>; replace: Replacements };
  /** How the person wants the file read. */
  reading: Reading;
  rows: number;
  counts: ImportCounts | null;
  /** The columns of dates whose order is undecided. */
  asks: string[];
  missing: Import['missing'];
  ambiguous: Import['ambiguous'];
  /** The keys in `options.references` of choices that were made for earlier files. */
  remembered: readonly string[];
  needs: Import['needs'];
  /** The most frequent texts that can't be read, by header. */
  bad: Record<string, ImportColumn['bad']>;
  /** The indexes of the rows with a note of each kind. */
  notes: Record<NoteKind, number[]> | null;
  /** The columns of the cells that were changed by themselves, by the index of their row. */
  mended: Record<number, readonly string[]>;
  error: string | null;
}

/** What is kept of the plan of a row. */
export interface StagedRow {
  kind: RowKind;
  errors: CellError[];
  /** None in what earlier versions planned. */
  notes?: CellNote[];
  changes: FieldChange[];
  recordId: string | null;
  name: string;
  digest: string;
}

const noNotes = () =>
  Object.fromEntries(noteKinds.map((kind) => [kind, []])) as unknown as Record<NoteKind, number[]>;

/** The details of an import; of one that 0.2.0 staged, which is kept for a day, with what it did. */
export function openStaged(owner: Owner, row: ImportRecord): Details {
  const details = openDetails<Details>(owner, row);
  const read = { lines: [], errors: {}, notices: [], isEncodingGuessed: false, entities: null };
  const earlier = { ...read, bad: {}, mended: {}, ambiguous: [], remembered: [] };
  const options = { badCells: 'error', secretComments: 'keep', replace: {} } as const;
  const notes = details.notes ? { ...noNotes(), ...details.notes } : null;
  const missing = details.missing.map((each) => ({ ...each, remembered: each.remembered ?? false }));
  return { ...earlier, ...details, missing, notes, options: { ...options, ...details.options } };
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
): Promise<{ plan: CellPlan; input: CellRows; cells: CellRows['rows'] }> {
  const { area, skipped, errors, options } = details;
  const table = recordTableOf(tableOfArea[area]);
  const replace = replacing(details);
  const rows = await pacedMap(cells.entries(), ([at, row]) => replace(at, row));
  const input = {
    table,
    tableOf: recordTableOf,
    ...withJoinedTexts(columnsOf(details, rows), rows),
    lines: details.lines,
    skipped,
    errors,
    options,
    ...(picked && { picked }),
  };
  return { plan: await planCells(db, owner, input, { isShown }), input, cells: rows };
}

/** Names for which a person chooses, as many as are answered: first the undecided ones, if there are more. */
function listed<N extends Missing>(names: readonly N[], max: number): readonly N[] {
  const undecided = (each: N) => Number(each.choice === null);
  const ordered =
    names.length > max ? names.toSorted((one, other) => undecided(other) - undecided(one)) : names;
  return ordered.slice(0, max);
}

const answered = (
  { path, table, name, rows, choice }: Missing,
  remembered: ReadonlySet<string>,
): Import['missing'][number] => ({
  path,
  area: areaOfTable(table),
  name: shortened(name, limits.importPath),
  rows: rows.length,
  choice,
  remembered: choice !== null && remembered.has(`${path}:${name}`),
});

/** The details with what a plan found, and its rows as they are kept. */
export function planned(details: Details, { plan, input, cells }: Awaited<ReturnType<typeof planStaged>>) {
  const rows = plan.rows.map(({ kind, errors, notes, changes, recordId, name, digest }): StagedRow => ({
    kind,
    errors,
    notes,
    changes,
    recordId,
    name,
    digest,
  }));
  const noted = (kind: NoteKind) =>
    plan.rows.flatMap(({ notes }, at) => (notes.some((note) => note.kind === kind) ? [at] : []));
  const { options } = details;
  const { references } = options;
  const remembered = new Set([...details.remembered, ...Object.keys(plan.remembered)]);
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
    missing: listed(plan.missing, limits.importChoices).map((each) => answered(each, remembered)),
    ambiguous: listed(plan.ambiguous, limits.importAmbiguous).map((each) => ({
      ...answered(each, remembered),
      fits: each.fits,
      records: each.records,
    })),
    remembered: [...remembered],
    needs: plan.needs,
    bad: badTexts({ ...input, rows: cells }, plan.rows),
    notes: Object.fromEntries(noteKinds.map((kind) => [kind, noted(kind)])) as Record<NoteKind, number[]>,
  };
  return { details: next, rows };
}

/** The columns among which a person has yet to choose one. */
export function undecidedColumns({ mapping, undecided = {} }: Details): string[] {
  const taken = new Set(Object.values(mapping));
  return Object.entries(undecided).flatMap(([header, path]) => (taken.has(path) ? [] : [header]));
}

/** Whether something is undecided: a column, an order of dates, a name that does not exist, or what the rows are about. */
export function stateOf(details: Details): ImportState {
  const { area, asks, missing, mapping } = details;
  const targets = Object.values(mapping);
  const { unique } = recordTableOf(tableOfArea[area]).entity;
  const isAbout = unique.fields.some((field) =>
    targets.some(
      (path) =>
        path === field || (field.endsWith('Id') && path?.startsWith(`${field.slice(0, -2)}.`) === true),
    ),
  );
  const isAsked = asks.length > 0 || undecidedColumns(details).length > 0;
  const isUndecided = isAsked || missing.some(({ choice }) => choice === null) || !isAbout;
  return isUndecided ? 'mapping' : 'ready';
}
