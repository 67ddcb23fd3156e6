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
  write(
    tx: Tx,
    owner: Owner,
    table: OwnedTableName,
    action: Action,
    changes: readonly Change[],
  ): Promise<void>;
  /** The statements that record a few hundred changes at most, to be run together with the writes themselves. */
  statements(
    tx: Tx,
    owner: Owner,
    table: OwnedTableName,
    action: Action,
    changes: readonly Change[],
  ): Promise<Write[]>;
}
