import type { Import, ImportRow, ImportState } from '@quartermaster/contract/imports/imports.schema';
import { isSecretText } from '@quartermaster/contract/imports/secret-headers';
import { fieldLabel } from '@quartermaster/contract/rules/field-label';
import { iso } from '../../lib/clock.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { targetAt, targetsOf } from '../../records/import/targets.ts';
import { type Details, type StagedRow, undecidedColumns } from './imports.staged.ts';
import type { ImportRecord } from './imports.store.ts';
import { recordTableOf } from './imports.tables.ts';

const targetOf = ({ area, mapping }: Details, header: string) => {
  const path = Object.hasOwn(mapping, header) ? (mapping[header] ?? null) : null;
  return path === null ? null : (targetAt(tableOfArea[area], path) ?? null);
};

/** Whether a column's values are not shown. */
export const isSecretColumn = (details: Details, header: string): boolean =>
  details.secret.includes(header) || targetOf(details, header)?.secret === true;

/** The values for all rows; of a secret only that it is given. */
function shownValues({ area, options }: Details): Import['options']['values'] {
  return Object.fromEntries(
    Object.entries(options.values).map(([path, value]) => [
      path,
      targetAt(tableOfArea[area], path)?.secret === true ? null : value,
    ]),
  );
}

export function importAnswer(row: ImportRecord, details: Details): Import {
  const { area, name, columns, examples, sheets, mapping, guessed, asks, counts, missing, needs } = details;
  const { encoding, delimiter, header, sheet, source, rows, error, options } = details;
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
      };
    }),
    sheets,
    mapping,
    options: {
      existing: options.existing,
      duplicates: options.duplicates,
      tags: options.tags,
      references: options.references,
      values: shownValues(details),
      dates: options.dates,
      delimiter,
      header,
      encoding: encoding as Import['options']['encoding'],
      sheet,
    },
    counts,
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
  };
}

/** A function that answers rows; `n` counts from 1. */
export function rowAnswers(details: Details) {
  const columns = details.columns.map((header) => ({ header, secret: isSecretColumn(details, header) }));
  return (
    n: number,
    cells: readonly string[],
    { kind, changes, errors, recordId, name }: StagedRow,
  ): ImportRow => {
    const shown = columns.map(({ header, secret }, at): [string, string | null] => {
      const text = cells[at] ?? '';
      return [header, text !== '' && (secret || isSecretText(text)) ? null : text];
    });
    return { n, kind, cells: Object.fromEntries(shown), changes, errors, recordId, name };
  };
}
