import type { CheckState, LookKind, LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { sql } from 'kysely';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { inChunks } from '../../lib/paced.ts';

export type CheckRow = Schema['checks'];

/** How an attempt to look something up ended for the records that it was made for. */
export interface Checked {
  area: LookedUpArea;
  recordIds: readonly string[];
  kind: LookKind;
  subject: string;
  state: Exclude<CheckState, 'never'>;
  at: number;
  /** When to look again, if that is known. */
  nextAt?: number;
  /** The host that was asked. */
  host: string | null;
  /** Why it failed, in words. */
  error: string | null;
}

const rowsAtOnce = 500;

export async function writeCheck(tx: Tx, ownerId: string, checked: Checked): Promise<void> {
  const { recordIds, at, nextAt = null, ...each } = checked;
  const all = recordIds.map((recordId): CheckRow => ({
    ...each,
    ownerId,
    recordId,
    since: at,
    unregisteredSince: each.state === 'unregistered' ? at : null,
    checkedAt: at,
    firstCheckedAt: at,
    nextAt,
    answeredAt: each.state === 'failing' ? null : at,
  }));
  for await (const rows of inChunks(all, rowsAtOnce)) {
    const columns = Object.keys(rows[0] ?? {}) as (keyof CheckRow)[];
    await tx
      .insertInto('checks')
      .columns(columns)
      .expression(rowsOf(tx, 'checks', columns, rows))
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'recordId', 'kind', 'subject']).doUpdateSet(({ ref }) => ({
          state: ref('excluded.state'),
          since: sql<number>`case when checks.state = excluded.state then checks.since else excluded.since end`,
          // Silence does not end it; an answer that the name is registered does. It never lies ahead of the clock.
          unregisteredSince: sql<number | null>`case
            when excluded.state = 'failing' or (excluded.state = 'unregistered'
              and checks."unregisteredSince" <= excluded."unregisteredSince")
            then checks."unregisteredSince" else excluded."unregisteredSince" end`,
          checkedAt: ref('excluded.checkedAt'),
          answeredAt: sql<number | null>`coalesce(excluded."answeredAt", checks."answeredAt")`,
          nextAt: ref('excluded.nextAt'),
          host: sql<string | null>`coalesce(excluded.host, checks.host)`,
          error: ref('excluded.error'),
        })),
      )
      .execute();
  }
}

export const checksOf = (db: Db, ownerId: string, recordId: string): Promise<CheckRow[]> =>
  db
    .selectFrom('checks')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('recordId', '=', recordId)
    .orderBy('kind')
    .orderBy('subject')
    .execute();
