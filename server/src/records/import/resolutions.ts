import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { OwnedTableName } from '../../db/schema.ts';
import type { ReferencedRecord } from './reference-query.ts';

/** A name that no record has, or that several fit, for which a person chooses. */
export interface Missing {
  path: string;
  table: OwnedTableName;
  name: string;
  rows: number[];
  choice: string | null;
}

export interface Ambiguous extends Missing {
  /** How many records fit, and the first of them with their names. */
  fits: number;
  records: { id: string; name: string }[];
}

/**
 * What a name stands for: records, more than one, with their names and the one that was picked, if they can't be told
 * apart, or why there is none.
 */
export type Resolution =
  | { found: readonly ReferencedRecord[]; picked?: ReferencedRecord | null; name: string; names: string[] }
  | { errors: FieldErrors; name: string };

/** The record that a name leads to, and whether others fit as well. */
export function leadsTo({ found, picked }: Extract<Resolution, { found: unknown }>) {
  const [first, second] = found;
  const isOpen = second !== undefined && !picked;
  return { record: picked ?? first, isOpen };
}
