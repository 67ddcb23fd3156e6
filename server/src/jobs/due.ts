import type { Db } from '../db/schema.ts';
import { enqueueDue } from './queue.ts';

/** The kind of the jobs that compare what expires with the alerts of a workspace. */
export const crossKind = 'cross';
export const crossKey = (ownerId: string): string => `${crossKind} ${ownerId}`;

/**
 * Has the alerts of a workspace looked at; call it wherever they may change, last in a transaction: other writers wait for
 * the job's row.
 */
export const crossSoon = (tx: Db, ownerId: string): Promise<void> =>
  enqueueDue(tx, { kind: crossKind, uniqueKey: crossKey(ownerId) });

/** The kind of the jobs that plan what is looked up for a workspace. */
export const planKind = 'plan-looks';
export const planKey = (ownerId: string): string => `${planKind} ${ownerId}`;

/** Has what is looked up for a workspace planned anew; call it wherever records are added or name something else. */
export const looksSoon = (tx: Db, ownerId: string): Promise<void> =>
  enqueueDue(tx, { kind: planKind, uniqueKey: planKey(ownerId) });
