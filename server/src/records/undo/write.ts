import type { Values } from '@quartermaster/contract/rules/same';
import type { StoredRow } from '../kinds/row.ts';
import type { Plan } from './plan.ts';
import type { Reversal } from './reversals.ts';

/** What an undo writes to a record; `before` is null for one that it restores. */
export type UndoWrite = Plan & { fields: Values; reversal: Reversal; before: StoredRow | null };
