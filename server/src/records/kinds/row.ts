/** A row as stored: secrets sealed, flags 0 or 1, times in milliseconds. */
export type Value = string | number | null;
export type Row = Record<string, Value>;
/** The number of characters in a row's texts: other columns are small. */
export function textLength(row: Row = {}): number {
  let length = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  return length;
}
/** A row with all of its columns. */
export type StoredRow = Row & { id: string; ownerId: string; updatedAt: number };
