import type { Sealer } from './keyring.ts';

/** Whose records are read and written, by whom, and with which key. */
export interface Owner {
  id: string;
  /** null: the system itself. */
  userId: string | null;
  sealer: Sealer;
}

/** A row as it stands in the database. */
export type Value = string | number | null;
export type Row = Record<string, Value>;
