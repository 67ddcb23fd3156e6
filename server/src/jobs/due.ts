import { v7 as uuid } from 'uuid';
import type { Db, Schema } from '../db/schema.ts';
import { rowsOf } from '../db/values-of.ts';
import { enqueueDue } from './queue.ts';

/** The kind of the jobs that evaluate what expires in a workspace. */
export const crossKind = 'cross';
export const crossKey = (ownerId: string): string => `${crossKind} ${ownerId}`;

/**
 * Has the alerts of a workspace evaluated as far as something about them has changed; call it last in a transaction: other
 * writers wait for the job's row.
 */
export const crossSoon = (tx: Db, ownerId: string): Promise<void> =>
  enqueueDue(tx, { kind: crossKind, uniqueKey: crossKey(ownerId) });

const rowsAtOnce = 500;

/** Notes records whose dates, names or tags may have changed, for the next evaluation. `crossSoon` makes it due. */
export async function noteForEvaluation(
  tx: Db,
  ownerId: string,
  recordIds: readonly string[],
): Promise<void> {
  const columns: (keyof Schema['records_to_evaluate'])[] = ['ownerId', 'id', 'recordId'];
  for (let start = 0; start < recordIds.length; start += rowsAtOnce) {
    const rows = recordIds
      .slice(start, start + rowsAtOnce)
      .map((recordId) => ({ ownerId, id: uuid(), recordId }));
    await tx
      .insertInto('records_to_evaluate')
      .columns(columns)
      .expression(rowsOf(tx, 'records_to_evaluate', columns, rows))
      .execute();
  }
}

/** The kind of the jobs that plan what is looked up for a workspace. */
export const planKind = 'plan-looks';
export const planKey = (ownerId: string): string => `${planKind} ${ownerId}`;

/** Has what is looked up for a workspace planned anew; call it wherever records are added or name something else. */
export const looksSoon = (tx: Db, ownerId: string): Promise<void> =>
  enqueueDue(tx, { kind: planKind, uniqueKey: planKey(ownerId) });
