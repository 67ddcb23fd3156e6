import type {
  Import,
  ImportRow,
  ImportState,
  NoteKind,
} from '@quartermaster/contract/imports/imports.schema';
import { noteKinds } from '@quartermaster/contract/imports/imports.schema';
import { isSecretText } from '@quartermaster/contract/rules/secret-headers';
import { fieldLabel } from '@quartermaster/contract/rules/field-label';
import { iso } from '../../lib/clock.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { targetAt, targetsOf } from '../../records/import/targets.ts';
import { isSecretColumn, targetOf } from './imports.secret-columns.ts';
import { type Details, type StagedRow, undecidedColumns } from './imports.staged.ts';
import type { ImportRecord } from './imports.store.ts';
import { replacing } from './imports.replacing.ts';
import { recordTableOf } from './imports.tables.ts';

/** The values for all rows; of a secret only that it is given. */
function shownValues({ area, options }: Details): Import['options']['values'] {
  return Object.fromEntries(
    Object.entries(options.values).map(([path, value]) => [
      path,
      targetAt(tableOfArea[area], path)?.secret === true ? null : value,
    ]),
  );
}

const noteCounts = (notes: NonNullable<Details['notes']>) =>
  Object.fromEntries(noteKinds.map((kind) => [kind, notes[kind].length])) as Record<NoteKind, number>;

export function importAnswer(row: ImportRecord, details: Details): Import {
  const { area, name, columns, examples, sheets, mapping, guessed, asks, counts, needs } = details;
  const { bad, notes, encoding, delimiter, header, sheet, source, rows, error, options } = details;
  const { entities, isEncodingGuessed, notices, missing, ambiguous } = details;
  const { entity } = recordTableOf(tableOfArea[area]);
  const undecided = undecidedColumns(details);
  return {
    id: row.id,
    area,
    name,
    state: row.state as ImportState,
    columns: columns.map((column, at) => {
      const secret = isSecretColumn(details, column);
      return {
        header: column,
        target: targetOf(details, column)?.path ?? null,
        secret,
        examples: secret ? [] : (examples[at] ?? []),
        asks: asks.includes(column) ? 'dates' : undecided.includes(column) ? 'target' : null,
        guessed: guessed.includes(column),
        bad: secret || !Object.hasOwn(bad, column) ? [] : (bad[column] ?? []),
      };
    }),
    sheets,
    mapping,
    options: {
      existing: options.existing,
      duplicates: options.duplicates,
      tags: options.tags,
      badCells: options.badCells,
      secretComments: options.secretComments,
      replace: options.replace,
      references: options.references,
      values: shownValues(details),
      dates: options.dates,
      delimiter,
      header,
      encoding: encoding as Import['options']['encoding'],
      sheet,
      entities,
    },
    counts,
    notes: notes && noteCounts(notes),
    missing,
    batchId: row.batchId,
    error,
    source,
    rows,
    key: entity.unique.fields.map((field) => fieldLabel(entity.fieldLabels, field)),
    targets: targetsOf(tableOfArea[area]).map(({ path, label, secret, required }) => ({
      target: path,
      label,
      secret,
      required,
    })),
    needs,
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    encodingGuessed: isEncodingGuessed,
    notices,
    ambiguous,
  };
}

/** A function that answers rows; `n` counts from 1. */
export function rowAnswers(details: Details) {
  const columns = details.columns.map((header) => ({ header, secret: isSecretColumn(details, header) }));
  const replace = replacing(details);
  return (
    n: number,
    cells: readonly string[],
    { kind, changes, errors, notes = [], recordId, name }: StagedRow,
  ): ImportRow => {
    const replaced = replace(n - 1, cells);
    const shown = columns.map(({ header, secret }, at): [string, string | null] => {
      const text = replaced[at] ?? '';
      return [header, text !== '' && (secret || isSecretText(text)) ? null : text];
    });
    const line = details.lines[n - 1] ?? n;
    return { n, line, kind, cells: Object.fromEntries(shown), changes, errors, notes, recordId, name };
  };
}
