import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { OwnedTableName } from '../../db/schema.ts';
import { pacedEach } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import { isBlank } from './cells.ts';
import type { CellRows } from './levels.ts';
import { type ColumnTarget, targetAt, targetsOf } from './targets.ts';

/** A value that rows lack, and that can be given for all of them. */
export interface Need {
  target: string;
  label: string;
  secret: boolean;
  rows: number;
  /** Whether a Google login would do instead. */
  googleLogin: boolean;
}

/** What can be given where an error is about a field: it, or of a list what its one element needs. */
function targetsFor(table: OwnedTableName, path: string): readonly ColumnTarget[] {
  const target = targetAt(table, path);
  if (target) return [target];
  return targetsOf(table).filter(
    ({ path: below, element, required }) => element !== null && required && below.startsWith(`${path}.`),
  );
}

/** What rows lack: where an error is about a field of which the row says nothing. */
export async function valuesLacking(
  { table, columns, rows }: CellRows,
  errors: readonly FieldErrors[],
): Promise<Need[]> {
  const needs = new Map<string, Need>();
  const columnsByPath = new Map<string, number[]>();
  /** The columns that say something of the field at a path. */
  const columnsFor = (path: string): number[] => {
    const below = path.endsWith('Id') ? `${path.slice(0, -2)}.` : null;
    const known =
      columnsByPath.get(path) ??
      columns.flatMap(({ target }, at) =>
        target && (target.path === path || (below !== null && target.path.startsWith(below))) ? [at] : [],
      );
    columnsByPath.set(path, known);
    return known;
  };
  await pacedEach(errors.entries(), ([row, faults]) => {
    for (const path of Object.keys(faults)) {
      const saysIt = (at: number) => !isBlank(columns[at]?.target ?? null, rows[row]?.[at] ?? '');
      for (const target of targetsFor(table.name, path.replaceAll(/\.\d+(?=\.|$)/g, ''))) {
        if (columnsFor(target.path).some(saysIt)) continue;
        const { path: sent, label, secret, field } = target;
        const googleLogin = field === 'password' && 'isGoogleLogin' in entityOf[target.table].fields;
        const known = needs.get(sent) ?? { target: sent, label, secret, rows: 0, googleLogin };
        known.rows += 1;
        needs.set(sent, known);
      }
    }
  });
  return [...needs.values()];
}
