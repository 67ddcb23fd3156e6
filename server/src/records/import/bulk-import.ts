import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { z } from 'zod';
import { faultsInWords } from '../../lib/errors.ts';
import { inPieces } from '../../lib/in-pieces.ts';

export interface BulkImport<S extends z.ZodType> {
  /** As they were sent. */
  rows: readonly unknown[];
  skipDuplicates: boolean;
  /** What one row must be. */
  schema: S;
  /** Rules beyond the schema: references and what concerns several fields. */
  check: (row: z.output<S>) => FieldErrors;
  /** What is unique about a row, in the same letters as `storedKeys`. */
  keyOf: (row: z.output<S>) => string;
  storedKeys: Iterable<string>;
  /** What a duplicate is told. */
  duplicate: string;
  /** Stores all good rows, in the transaction in which `storedKeys` were read. */
  insert: (rows: z.output<S>[]) => Promise<unknown>;
}

const judgedAtOnce = 100;

type Verdict<T> = { row: T } | { message: string } | 'skipped';

/** Checks each row by itself, so that a bad one stops no other, and stores the good ones at once. */
export async function bulkImport<S extends z.ZodType>(given: BulkImport<S>): Promise<BulkResult> {
  const { rows, skipDuplicates, schema, check, keyOf, duplicate } = given;
  const taken = new Set(given.storedKeys);
  const judge = (sent: unknown): Verdict<z.output<S>> => {
    const read = schema.safeParse(sent);
    if (!read.success) return { message: faultsInWords(fieldErrors(read.error)) };
    const faults = check(read.data);
    if (Object.keys(faults).length > 0) return { message: faultsInWords(faults) };
    const key = keyOf(read.data);
    if (taken.has(key)) return skipDuplicates ? 'skipped' : { message: duplicate };
    taken.add(key);
    return { row: read.data };
  };

  const good: z.output<S>[] = [];
  const errors: BulkResult['errors'] = [];
  for await (const piece of inPieces(rows.entries(), judgedAtOnce))
    for (const [index, sent] of piece) {
      const verdict = judge(sent);
      if (verdict === 'skipped') continue;
      if ('row' in verdict) good.push(verdict.row);
      else errors.push({ index, message: verdict.message });
    }
  if (good.length > 0) await given.insert(good);
  const [imported, failed] = [good.length, errors.length];
  return { imported, skipped: rows.length - imported - failed, failed, errors };
}
