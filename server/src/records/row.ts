/** A row as it stands in the database. */
export type Value = string | number | null;
export type Row = Record<string, Value>;
/** A row that was read whole. */
export type StoredRow = Row & { id: string; ownerId: string; updatedAt: number };
