import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { entityOf } from '../entities.ts';
import { isBlank } from './cells.ts';
import type { CellRows } from './levels.ts';
import { targetAt } from './targets.ts';

/** A value that rows lack, and that can be given for all of them. */
export interface Need {
  target: string;
  label: string;
  secret: boolean;
  rows: number;
  /** Whether a Google login would do instead. */
  googleLogin: boolean;
}

/** What rows lack: where an error is about a field of which the row says nothing. */
export function needsOf({ table, columns, rows }: CellRows, errors: readonly FieldErrors[]): Need[] {
  const needs = new Map<string, Need>();
  errors.forEach((faults, row) => {
    for (const path of Object.keys(faults)) {
      const sent = path.replaceAll(/\.\d+(?=\.|$)/g, '');
      const target = targetAt(table.name, sent);
      if (!target) continue;
      const below = `${sent.replace(/Id$/, '')}.`;
      const isSaid = columns.some(
        (column, at) =>
          (column.target?.path === sent ||
            (sent.endsWith('Id') && column.target?.path.startsWith(below) === true)) &&
          !isBlank(rows[row]?.[at] ?? ''),
      );
      if (isSaid) continue;
      const { label, secret, field } = target;
      const googleLogin = field === 'password' && 'isGoogleLogin' in entityOf[target.table].fields;
      const known = needs.get(sent) ?? { target: sent, label, secret, rows: 0, googleLogin };
      known.rows += 1;
      needs.set(sent, known);
    }
  });
  return [...needs.values()];
}
