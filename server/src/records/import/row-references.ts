import type { RecordTable } from '../list/record-table.ts';
import type { RowReferences } from './cell-fields.ts';
import type { Levels } from './levels.ts';
import { severalMessage } from './named-rows.ts';
import { askedKey } from './reference-query.ts';
import { type Resolution, leadsTo } from './resolutions.ts';
import { ownReferences } from './row-keys.ts';

type Fields = Record<string, unknown>;

/** What the references of a row lead to. One that several fit stays as it is if it leads to one of them. */
export function referencesFor(
  table: RecordTable,
  levels: Levels,
  row: number,
  resolved: ReadonlyMap<string, ReadonlyMap<string, Resolution>>,
  record: Fields | undefined,
): RowReferences {
  const result: RowReferences = { ids: {}, errors: {} };
  for (const { column, shown, to } of ownReferences(table)) {
    const asked = levels.asked(row, shown, to);
    if (asked === null) continue;
    // A value for all rows only fills what is empty.
    const isSet = (record?.[column] ?? record?.[shown] ?? null) !== null;
    if (isSet && !levels.isNamedByCell(row, shown, to)) continue;
    if (asked === 'cleared') {
      result.ids[column] = null;
      continue;
    }
    const resolution = resolved.get(column)?.get(askedKey(asked));
    if (!resolution) continue;
    if ('errors' in resolution) {
      Object.assign(result.errors, resolution.errors);
      continue;
    }
    const { found } = resolution;
    if (found.length > 1 && found.some(({ id }) => id === record?.[column])) continue;
    const { record: one, isOpen } = leadsTo(resolution);
    if (isOpen) result.errors[column] = severalMessage(to, resolution);
    else result.ids[column] = one?.id ?? null;
  }
  return result;
}
