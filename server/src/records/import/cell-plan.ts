import type { RowKind } from '@quartermaster/contract/imports/imports.schema';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { pacedEach, pacedMap } from '../../lib/paced.ts';
import { type BadCell, checkedWithoutBadCells } from './bad-cells.ts';
import { changedBy, createdBy } from './cell-fields.ts';
import { Choices } from './choices.ts';
import { type Creation, References } from './create-references.ts';
import { namedAt, quotedName } from './named-rows.ts';
import { type Existing, answersOf, existingByKey, keeperOf } from './existing.ts';
import { type CellRows, Levels } from './levels.ts';
import { type Need, valuesLacking } from './needs.ts';
import { decided, keyReferences, type Keyed, keyedRow, ownReferences } from './row-keys.ts';
import { repeatedRows } from './repeated-rows.ts';
import { nameOfRow, shownNames } from './row-names.ts';
import type { Ambiguous, Missing, Resolution } from './resolutions.ts';
import { referencesFor } from './row-references.ts';
import { type CheckedRow, type PlannedRow, planImport, uniqueKey } from './plan.ts';
import {
  type CellError,
  type CellNote,
  type FieldChange,
  changesOf,
  digestOf,
  placedErrors,
} from './preview.ts';
import { respelledTags } from './respelled-tags.ts';
import { secretComments } from './sealed-comments.ts';
import { type TagSpelling, tagSpellings } from './tag-spellings.ts';

/*
 * How the rows of a file become a plan. All rows take each step together, since a step asks the database once for all:
 *  1. The key of each row (`keyedRow`), and the record that has it, if any (`existingByKey`).
 *  2. Rows about one record: one counts, and takes from the others what it lacks (`repeatedRows`).
 *  3. What is decided by now: skipped, not readable, exists and stays (`decided`). The others are open.
 *  4. Cells that name other records: one that exists, one to create, or an error (`References`).
 *  5. The fields of each open row, without the optional cells that can't be read (`checkedWithoutBadCells`).
 *  6. All rows against the rules that a single row can't tell, such as a name given twice (`planImport`).
 *  7. For a preview: what changes, in words.
 *
 * For example `acme.com;Gandi SAS;soon` under Domain, Registrar, Expires, where acme.com exists without a date: step 1
 * finds it, 4 takes the account at Gandi, 5 drops 'soon' and notes it at its cell, and the plan is an update of the account.
 */

type Fields = Record<string, unknown>;

/** What an import does with a row of its file. */
export interface PlannedCells {
  kind: RowKind;
  planned: PlannedRow;
  /** Its cells as they count: blank ones may be filled from other rows. */
  cells: readonly string[];
  errors: CellError[];
  notes: CellNote[];
  changes: FieldChange[];
  recordId: string | null;
  name: string;
  digest: string;
  /** The ids of the records to create that it refers to. */
  uses: string[];
}

export interface CellPlan {
  rows: PlannedCells[];
  creations: Creation[];
  missing: Missing[];
  ambiguous: Ambiguous[];
  /** Choices for names that were remembered. */
  remembered: Readonly<Record<string, string>>;
  needs: Need[];
  spelling: TagSpelling;
}

/**
 * Decides what an import does with each row of a file, and what it creates before; `isShown`: also in words for people;
 * `spelling`: that of a plan with more rows of the file.
 */
export async function planCells(
  db: Db,
  owner: Owner,
  file: CellRows,
  { isShown = true, spelling }: { isShown?: boolean; spelling?: TagSpelling } = {},
): Promise<CellPlan> {
  const rows = [...file.rows];
  const input = { ...file, rows };
  const { table, skipped, errors: unreadable, options } = input;
  const levels = new Levels(input);
  const isRead = (row: number) => !Object.hasOwn(skipped, row) && !Object.hasOwn(unreadable, row);
  const live = [...rows.keys()].filter(isRead);
  levels.tagSpelling = spelling ?? (await tagSpellings(db, owner, levels.tagsOf(live)));
  const choices = new Choices(db, owner, input);
  const found = await keyReferences(db, owner, input, levels, live, choices);
  const keyed = new Map<number, Keyed>();
  await pacedEach(live, (row) => keyed.set(row, keyedRow(table, levels, row, found)));
  const known = [...keyed.values()].filter(({ fields }) => Object.keys(fields).length > 0);
  const existing = await existingByKey(
    db,
    owner,
    table,
    known.map(({ fields }) => fields),
  );
  const ofRows = new Map<number, Existing | undefined>();
  for (const [row, { fields }] of keyed)
    if (Object.keys(fields).length > 0) ofRows.set(row, existing.get(uniqueKey(table, fields)));
  const existingOf = (row: number): Existing | undefined => ofRows.get(row);
  const ids = [...existing.values()].flatMap((each) => (typeof each === 'string' ? [] : [each.row.id]));
  const answers = await answersOf(db, owner, table, ids);
  const recordOf = (row: number): Fields | undefined => {
    const each = existingOf(row);
    return each === undefined || typeof each === 'string' ? undefined : answers.get(each.row.id);
  };

  const { outcomes, cells: filled, notes } = await repeatedRows(input, keyed, levels.tagSpelling);
  for (const [row, cells] of filled) rows[row] = cells;
  for (const row of rows.keys())
    if (Object.hasOwn(skipped, row)) outcomes.set(row, { skip: skipped[row] ?? '' });
    else if (Object.hasOwn(unreadable, row)) outcomes.set(row, { errors: {} });
    else if (!outcomes.has(row)) {
      const outcome = decided(table, existingOf(row), options);
      if (outcome) outcomes.set(row, outcome);
    }
  const open = live.filter((row) => !outcomes.has(row));
  const keep = keeperOf(input, levels);
  await pacedEach(open, (row) => {
    const record = recordOf(row);
    if (record) keep(row, record);
  });

  const resolver = new References(db, owner, input, levels, choices);
  const resolved = new Map<string, Map<string, Resolution>>();
  for (const { column, shown, to } of ownReferences(table))
    resolved.set(
      column,
      await resolver.resolve(shown, to, namedAt(levels, open, shown, to), (row) => recordOf(row)?.[column]),
    );
  const dropped = new Map<number, BadCell[]>();
  await pacedEach(open, (row) => {
    const record = recordOf(row);
    const each = existingOf(row);
    const rowReferences = referencesFor(table, levels, row, resolved, record);
    const check = () =>
      record && each !== undefined && typeof each !== 'string'
        ? changedBy(table, owner, levels, row, {
            before: each.row,
            record,
            tags: options.tags,
            references: rowReferences,
          })
        : createdBy(table, levels, row, rowReferences);
    const whole = rows[row] ?? [];
    const blank = (cells: readonly string[]) => void (rows[row] = cells);
    const { checked, bad } = checkedWithoutBadCells(input, whole, check, blank);
    dropped.set(row, bad);
    outcomes.set(row, checked);
  });
  const { unique } = table.entity;
  const taken = { kind: 'error', errors: { [unique.field]: unique.message } } as const;
  const checked = [...rows.keys()].map((row): CheckedRow => outcomes.get(row) ?? { skip: '' });
  const planned = await planImport(db, owner, table, checked, {
    existing: taken,
    repeated: taken,
    created: resolver.created,
  });
  const creations = new Map(resolver.creations.map((creation) => [creation.id, creation]));
  const shown = isShown ? await shownNames(db, owner, table, planned, resolver.creations) : null;
  const planOf = (row: number, plan: PlannedRow): PlannedCells => {
    const record = recordOf(row);
    const uses = plan.kind === 'create' || plan.kind === 'update' ? usedBy(plan.fields, creations) : [];
    return {
      kind: plan.kind,
      planned: plan,
      cells: rows[row] ?? [],
      errors: [...errorsOf(input, plan, row), ...(plan.kind === 'error' ? (dropped.get(row) ?? []) : [])],
      notes: [
        ...(notes.get(row) ?? []),
        ...(plan.kind === 'error' ? [] : (dropped.get(row) ?? [])).map(({ column, message }): CellNote => ({
          column,
          kind: 'dropped',
          message,
        })),
        ...(plan.kind === 'error' || plan.kind === 'skip'
          ? []
          : [
              ...respelledTags(input, rows[row] ?? [], levels.tagSpelling),
              ...secretComments(input, rows[row] ?? []),
            ]),
      ],
      recordId: (record?.['id'] as string) ?? null,
      changes: shown ? changesOf(table, owner, plan, record, shown) : [],
      name: shown ? quotedName(nameOfRow(table, levels, row, record)) : '',
      digest: digestOf(table, owner, plan, (id) => {
        const creation = creations.get(id);
        return creation && `new ${creation.path}: ${creation.name}`;
      }),
      uses,
    };
  };
  const results = await pacedMap(planned.entries(), ([row, plan]) => planOf(row, plan));
  return {
    rows: results,
    creations: resolver.creations,
    missing: resolver.missing,
    ambiguous: resolver.ambiguous,
    remembered: choices.remembered,
    spelling: levels.tagSpelling,
    needs: await valuesLacking(
      input,
      planned.map((plan): FieldErrors => (plan.kind === 'error' ? plan.errors : {})),
    ),
  };
}

const errorsOf = (input: CellRows, plan: PlannedRow, row: number): CellError[] => {
  if (plan.kind === 'error') return [...(input.errors[row] ?? []), ...placedErrors(input, plan.errors)];
  return plan.kind === 'skip' && plan.message ? [{ column: null, message: plan.message }] : [];
};

/** The records to create that a row's fields refer to, directly or through others. */
function usedBy(fields: Readonly<Fields>, creations: ReadonlyMap<string, Creation>): string[] {
  const used = new Set<string>();
  const add = (id: string) => {
    const creation = creations.get(id);
    if (!creation || used.has(id)) return;
    used.add(id);
    creation.uses.forEach(add);
  };
  for (const value of Object.values(fields)) if (typeof value === 'string') add(value);
  return [...used];
}
