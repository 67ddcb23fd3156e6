import type { Cell, CellsByHeading } from '@quartermaster/contract/rules/csv';
import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import type { Entity } from '../records/entity.ts';
import { valueText } from '../records/history/value-text.ts';

/** Cells as they are on the page: dates, choices and prices in words. */
export function cellsAsShown(
  entity: Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'labels'>,
  rows: readonly CellsByHeading[],
): CellsByHeading[] {
  const columns = exportColumns(entity);
  const words = ([heading, cell]: [string, Cell]): [string, Cell] => {
    const field = columns[heading];
    const isValue = typeof field === 'string' && cell !== null && cell !== '';
    return [heading, isValue ? valueText(field, cell, entity.labels) : cell];
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(words)));
}
