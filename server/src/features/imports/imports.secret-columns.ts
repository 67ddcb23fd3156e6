import type { Area } from '@quartermaster/contract/api/areas';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { type ColumnTarget, targetAt } from '../../records/import/targets.ts';

/** The columns of an import: what they become, and which look secret. */
interface Columns {
  area: Area;
  mapping: Readonly<Record<string, string | null>>;
  secret: readonly string[];
}

export function targetOf({ area, mapping }: Columns, header: string): ColumnTarget | null {
  const path = Object.hasOwn(mapping, header) ? (mapping[header] ?? null) : null;
  return path === null ? null : (targetAt(tableOfArea[area], path) ?? null);
}

/** Whether a column's values are not shown. */
export const isSecretColumn = (columns: Columns, header: string): boolean =>
  columns.secret.includes(header) || targetOf(columns, header)?.secret === true;
