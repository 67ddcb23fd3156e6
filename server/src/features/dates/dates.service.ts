import type { Area } from '@quartermaster/contract/api/areas';
import type { Pagination } from '@quartermaster/contract/api/query';
import type { DateKind } from '@quartermaster/contract/dates/dates.routes';
import type { RecordDate, create, update } from '@quartermaster/contract/dates/dates.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { AutoRenew } from '@quartermaster/contract/rules/renewal';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { expectUnscoped } from '../../access/permit.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { expectVersion } from '../records/records.if-match.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, invalid, notFound } from '../../lib/errors.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { decode } from '../../records/kinds/codec.ts';
import { type DateFilters, dateConditions } from '../../expiry/dates/date-conditions.ts';
import { type DateElement, tooManyDates } from '../../records/kinds/date-element.ts';
import { datesIn } from '../../expiry/dates/date-rows.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { inBatch } from '../../records/history/batches.ts';
import { allOf, equals } from '../../records/table/conditions.ts';
import type { Tables } from '../../records/list/record-table.ts';

type DateRow = Schema['dates'];

const shownDate = (row: DateRow): RecordDate => ({
  id: row.id,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
  area: row.area as Area,
  recordId: row.recordId,
  what: row.what as DateKind,
  date: iso(row.date).slice(0, 10),
  label: row.label,
  autoRenew: row.autoRenew as AutoRenew,
  price: decode('money', row.price, String) as number | null,
  currency: row.currency,
  payer: row.payer,
});

interface Query extends DateFilters {
  page?: number | undefined;
  limit?: number | undefined;
}

/** The visible dates, the soonest first. */
export async function listDates(
  db: Db,
  owner: Owner,
  tables: Tables,
  { page = 1, limit = limits.pageRows, ...filters }: Query,
): Promise<{ dates: RecordDate[]; pagination: Pagination }> {
  const where = allOf(dateConditions(db, owner, tables, filters));
  const { rows } = await read(
    db,
    sql<DateRow>`select * from dates where ${where}
    order by date, id limit ${sql.lit(limit)} offset ${(page - 1) * limit}`,
  );
  const counted = await read(db, sql<{ count: number }>`select count(*) as count from dates where ${where}`);
  return {
    dates: rows.map(shownDate),
    pagination: paginationOf({ page, limit }, counted.rows[0]?.count ?? 0),
  };
}

async function findDate(db: Db, owner: Owner, tables: Tables, id: string): Promise<DateRow> {
  const where = allOf([...dateConditions(db, owner, tables, {}), equals('dates.id', id)]);
  const { rows } = await read(db, sql<DateRow>`select * from dates where ${where}`);
  const [row] = rows;
  if (!row) throw notFound('date');
  return row;
}

type Fields = Omit<DateElement, 'id' | 'createdAt'>;
type Given = z.output<typeof update.body>;

/** What was sent, as it is stored: blank texts are none. */
function fieldsOf({ what, date, autoRenew, ...given }: Given): Partial<Fields> {
  const texts = { label: given.label, currency: given.currency, payer: given.payer };
  return {
    ...(what !== undefined && { what }),
    ...(date !== undefined && { date }),
    ...(autoRenew !== undefined && { autoRenew }),
    ...('price' in given && given.price !== undefined && { price: given.price }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text === '' ? null : text]],
      ),
    ),
  };
}

/** Locks the record that dates are on, for a writer of such records. */
async function lockedRecord(tx: Tx, caller: Caller, tables: Tables, area: Area, id: string) {
  const table = tables[tableOfArea[area]];
  // Kinds with global records carry no tags: everyone sees them, so no member with a scope writes them.
  if (table.entity.global) expectUnscoped(caller);
  return { table, record: await table.owned.find(tx, caller.owner, id) };
}

export async function createDate(
  db: Db,
  caller: Caller,
  tables: Tables,
  { area, recordId, ...given }: z.output<typeof create.body>,
): Promise<RecordDate> {
  const { owner } = caller;
  const id = uuid();
  return inBatch(db, { kind: 'edit', table: tableOfArea[area], owner, caller }, async (tx, batch) => {
    const { table, record } = await lockedRecord(tx, caller, tables, area, recordId).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND')
          throw invalid({ recordId: 'Record not found' });
        throw error;
      },
    );
    if (record.ownerId !== owner.id)
      throw invalid({ recordId: 'Only records of the workspace have dates, not global ones' });
    const elements = datesIn(record);
    if (elements.length >= limits.recordDates) throw invalid({ recordId: tooManyDates });
    const none = { label: null, price: null, currency: null, payer: null };
    const { what, date, autoRenew } = given;
    const element = { ...none, ...fieldsOf(given), what, date, autoRenew, id, createdAt: nextTime() };
    const edit = { before: record, fields: { dates: [...elements, element] } };
    await table.owned.updateMany(tx, owner, [edit], batch);
    return shownDate(await findDate(tx, owner, tables, id));
  });
}

interface Named {
  id: string;
  ifMatch: string | undefined;
}

/** Changes the dates of the record that a date is on; throws PRECONDITION_FAILED unless `ifMatch` names the date’s version. */
async function write(
  db: Db,
  caller: Caller,
  tables: Tables,
  { id, ifMatch }: Named,
  change: (elements: readonly DateElement[], row: DateRow) => DateElement[],
): Promise<RecordDate | null> {
  const { owner } = caller;
  const known = await findDate(db, owner, tables, id);
  const area = known.area as Area;
  return inBatch(db, { kind: 'edit', table: tableOfArea[area], owner, caller }, async (tx, batch) => {
    const { table, record } = await lockedRecord(tx, caller, tables, area, known.recordId);
    // Now that nobody else writes the record's dates.
    const row = await findDate(tx, owner, tables, id);
    expectVersion(ifMatch, 'date', row);
    const edit = { before: record, fields: { dates: change(datesIn(record), row) } };
    await table.owned.updateMany(tx, owner, [edit], batch);
    return edit.fields.dates.some((element) => element.id === id)
      ? shownDate(await findDate(tx, owner, tables, id))
      : null;
  });
}

export async function updateDate(
  db: Db,
  caller: Caller,
  tables: Tables,
  named: Named,
  given: Given,
): Promise<RecordDate> {
  const written = await write(db, caller, tables, named, (elements, { area, recordId }) => {
    const isMoved =
      (given.area ?? area) !== area || (given.recordId !== undefined && given.recordId !== recordId);
    if (isMoved) throw invalid({ recordId: 'A date stays on its record' });
    return elements.map((element) =>
      element.id === named.id ? { ...element, ...fieldsOf(given) } : element,
    );
  });
  if (!written) throw notFound('date');
  return written;
}

export async function removeDate(
  db: Db,
  caller: Caller,
  tables: Tables,
  named: Named,
): Promise<{ id: string }> {
  await write(db, caller, tables, named, (elements) => elements.filter(({ id }) => id !== named.id));
  return { id: named.id };
}
