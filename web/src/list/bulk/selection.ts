import type { Identified } from '../../records/entity.ts';

/** Selected records by id; they stay selected while a search or page hides them. */
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

/** The rows between two rows, inclusive, in either order; only `to` if `from` is missing. */
export function between<T extends Identified>(rows: readonly T[], from: string | undefined, to: string): T[] {
  const end = rows.findIndex(({ id }) => id === to);
  const start = rows.findIndex(({ id }) => id === from);
  if (end < 0) return [];
  if (start < 0) return rows.slice(end, end + 1);
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The latest known version of each selected record. */
export function newest<T extends Identified>(selected: Selected<T>, rows: readonly T[]): T[] {
  const loaded = new Map(rows.map((row) => [row.id, row]));
  return [...selected.values()].map((row) => loaded.get(row.id) ?? row);
}
