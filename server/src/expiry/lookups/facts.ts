import type {
  FactField,
  FactSource,
  LookKind,
  LookedUpArea,
} from '@quartermaster/contract/lookups/lookups.routes';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { inChunks } from '../../lib/paced.ts';

export type FactRow = Schema['facts'];
/** Where what was looked up comes from. */
export type FoundBy = Exclude<FactSource, 'typed'>;
export type FactValue = string | boolean | readonly string[];

/** What a look-up found out about the records that it was made for. */
export interface LookUpResult {
  area: LookedUpArea;
  recordIds: readonly string[];
  kind: LookKind;
  source: FoundBy;
  /** The host that answered. */
  sourceHost: string;
  at: number;
  values: readonly { field: FactField; subject: string; value: FactValue }[];
}

const rowsAtOnce = 500;

/** Writes facts over those of the same source. What a source no longer tells stays as it was. */
export async function writeFacts(tx: Tx, ownerId: string, found: LookUpResult): Promise<void> {
  const { recordIds, at, values, ...each } = found;
  const all = recordIds.flatMap((recordId) =>
    values.map(({ field, subject, value }): FactRow => ({
      ...each,
      ownerId,
      id: uuid(),
      recordId,
      field,
      subject,
      value: JSON.stringify(value),
      observedAt: at,
      firstSeenAt: at,
    })),
  );
  for await (const rows of inChunks(all, rowsAtOnce)) {
    const columns = Object.keys(rows[0] ?? {}) as (keyof FactRow)[];
    await tx
      .insertInto('facts')
      .columns(columns)
      .expression(rowsOf(tx, 'facts', columns, rows))
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'recordId', 'field', 'subject', 'source']).doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          sourceHost: ref('excluded.sourceHost'),
          observedAt: ref('excluded.observedAt'),
          firstSeenAt: sql<number>`case when facts.value = excluded.value then facts."firstSeenAt"
            else excluded."firstSeenAt" end`,
        })),
      )
      .execute();
  }
}

export const factsOf = (db: Db, ownerId: string, recordId: string): Promise<FactRow[]> =>
  db
    .selectFrom('facts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('recordId', '=', recordId)
    .orderBy('field')
    .orderBy('subject')
    .orderBy('source')
    .execute();
