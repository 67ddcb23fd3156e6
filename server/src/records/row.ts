/** A row as stored: secrets sealed, flags 0 or 1, times in milliseconds. */
export type Value = string | number | null;
export type Row = Record<string, Value>;
/** A row with all of its columns. */
export type StoredRow = Row & { id: string; ownerId: string; updatedAt: number };
