import { folded } from '@quartermaster/contract/rules/folded';
import { areaOfTable } from '../../records/kinds/entities.ts';
import { sql } from 'kysely';
import type { OwnedTableName, Schema } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { nextTime } from '../../lib/clock.ts';
import { inChunks } from '../../lib/paced.ts';
import type { Row } from '../../records/kinds/row.ts';
import { encode } from '../../records/kinds/codec.ts';
import type { Follower } from '../../records/table/change-log.ts';
import type { Write } from '../../records/table/write-together.ts';
import type { DateElement } from '../../records/kinds/date-element.ts';

type DateRow = Schema['dates'];

const rowsAtOnce = 500;

/** The dates on a stored record. */
export const datesIn = (row: Row | undefined): DateElement[] =>
  typeof row?.dates === 'string' ? ((JSON.parse(row.dates) ?? []) as DateElement[]) : [];

const rowOf = (
  ownerId: string,
  table: OwnedTableName,
  recordId: string,
  { price, date, label, ...element }: DateElement,
): DateRow => ({
  ...element,
  label,
  labelFolded: label === null ? null : folded(label),
  ownerId,
  area: areaOfTable(table),
  recordId,
  date: Date.parse(date),
  price: encode('money', price, String) as number | null,
  updatedAt: nextTime(),
});

/** Keeps the rows of `dates`, which lists read, in step with what the records hold. */
export const followDates: Follower = async (tx, { id: ownerId }, table, changes) => {
  const writes: Write[] = [];
  const removed: string[] = [];
  const written: DateRow[] = [];
  for (const { before, after } of changes) {
    if (before?.dates === after?.dates) continue;
    const now = datesIn(after);
    const kept = new Map(datesIn(before).map((element) => [element.id, JSON.stringify(element)]));
    for (const element of now) {
      if (kept.get(element.id) !== JSON.stringify(element))
        written.push(rowOf(ownerId, table, String(after?.id), element));
      kept.delete(element.id);
    }
    removed.push(...kept.keys());
  }
  for await (const ids of inChunks(removed, rowsAtOnce))
    writes.push(tx.deleteFrom('dates').where('ownerId', '=', ownerId).where('id', 'in', ids));
  for await (const rows of inChunks(written, rowsAtOnce)) {
    const columns = Object.keys(rows[0] ?? {}) as (keyof DateRow)[];
    writes.push(
      tx
        .insertInto('dates')
        .columns(columns)
        .expression(rowsOf(tx, 'dates', columns, rows))
        .onConflict((conflict) =>
          conflict.columns(['ownerId', 'id']).doUpdateSet(({ ref }) => ({
            ...Object.fromEntries(
              columns
                .filter((column) => column !== 'ownerId' && column !== 'id')
                .map((column) => [column, ref(`excluded.${column}`)]),
            ),
            // Strictly later, even if another process's clock is ahead: it is the date's version.
            updatedAt: sql<number>`case when excluded."updatedAt" > dates."updatedAt"
            then excluded."updatedAt" else dates."updatedAt" + 1 end`,
          })),
        ),
    );
  }
  return writes;
};
