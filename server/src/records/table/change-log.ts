import type { Owner } from '../../access/owner.ts';
import type { OwnedTableName, Tx } from '../../db/schema.ts';
import type { Row } from '../kinds/row.ts';
import type { Write } from './write-together.ts';

export type Action = 'create' | 'update' | 'delete';

/** One write of one record: its row before and after, with secrets sealed as in the table. */
export interface Change {
  before?: Row;
  after?: Row;
  /** The paths of secrets in maps and lists that were sent, even if they are the same. */
  touched?: readonly string[];
}

/** Where the writes of an action are recorded: a batch of the history. `owner` is the records'. */
export interface ChangeLog {
  /** Records changes. `others` are statements to run in the same round trip; none depends on another. */
  write(
    tx: Tx,
    owner: Owner,
    table: OwnedTableName,
    action: Action,
    changes: readonly Change[],
    others?: readonly Write[],
  ): Promise<void>;
  /** Has something done at the end of the transaction, once for each key: what other writers wait for. */
  atEnd(key: string, run: (tx: Tx) => Promise<void>): void;
}

/**
 * Keeps something in step with records, in the transaction that writes them; their rows may be written already. Returns
 * the statements that may run in one round trip with those of other followers, and runs itself what must run before.
 */
export type Follower = (
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  changes: readonly Change[],
  log: ChangeLog,
) => Promise<Write[]>;
