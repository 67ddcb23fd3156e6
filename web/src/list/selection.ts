import type { Identified } from '../records/entity.ts';

/** Selected records by their ids: they stay selected when a search or a page takes them out of sight. */
export type Selected<T> = ReadonlyMap<string, T>;

export function selectedWith<T extends Identified>(selected: Selected<T>, rows: readonly T[]): Selected<T> {
  return new Map([...selected, ...rows.map((row) => [row.id, row] as const)]);
}

export function selectedWithout<T extends Identified>(
  selected: Selected<T>,
  rows: readonly Identified[],
): Selected<T> {
  const rest = new Map(selected);
  for (const { id } of rows) rest.delete(id);
  return rest;
}

/** From one row to another, both included, whichever stands first; only `to` where `from` is not there. */
export function between<T extends Identified>(rows: readonly T[], from: string | undefined, to: string): T[] {
  const end = rows.findIndex(({ id }) => id === to);
  const start = rows.findIndex(({ id }) => id === from);
  if (end < 0) return [];
  if (start < 0) return rows.slice(end, end + 1);
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The newest that is known of each selected record. */
export function newest<T extends Identified>(selected: Selected<T>, rows: readonly T[]): T[] {
  const loaded = new Map(rows.map((row) => [row.id, row]));
  return [...selected.values()].map((row) => loaded.get(row.id) ?? row);
}
