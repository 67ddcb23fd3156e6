import type { LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { isWholeDay } from '@quartermaster/contract/rules/calendar';
import type { ExpirationState } from '@quartermaster/contract/expirations/expirations.routes';
import { type ShownDate, shownDate } from '@quartermaster/contract/rules/shown-date';
import type { OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { inChunks } from '../../lib/paced.ts';
import { areaOfTable, entityOf } from '../../records/kinds/entities.ts';
import type { Row } from '../../records/kinds/row.ts';
import { factsAbout, instantsOf, registrationChecks, registryDates } from './looked-up.ts';
import type { Change, Follower } from '../../records/table/change-log.ts';
import type { Write } from '../../records/table/write-together.ts';

type ShownRow = Schema['shown_dates'];

/** A record whose dates are shown; `typed` is a domain's own. */
export interface DatedRecord {
  id: string;
  typed: number | null;
  createdAt: number;
}

const rowsAtOnce = 400;
const changing = ['part', 'date', 'state', 'source', 'renewal', 'confirmed'] as const;

/** Dates in the order of lists: whole days, instants, none. */
const partOf = (date: number | null): number => (date === null ? 2 : isWholeDay(date) ? 0 : 1);

function domainRow(ownerId: string, { id, createdAt }: DatedRecord, shown: ShownDate): ShownRow {
  const of = { ownerId, id: `${id}.domain`, what: 'domain', area: 'domains', recordId: id, subject: '' };
  return { ...of, ...shown, part: partOf(shown.date), createdAt };
}

const tlsRow = (
  ownerId: string,
  area: LookedUpArea,
  recordId: string,
  { subject, date }: { subject: string; date: number },
): ShownRow => ({
  ownerId,
  id: `${recordId}.tls.${subject}`,
  what: 'tls',
  area,
  recordId,
  subject,
  part: partOf(date),
  date,
  state: 'dated',
  source: 'tls',
  renewal: null,
  confirmed: null,
  createdAt: Date.now(),
});

function storing(tx: Tx, rows: readonly ShownRow[]): Write {
  const columns = Object.keys(rows[0] ?? {}) as (keyof ShownRow)[];
  return tx
    .insertInto('shown_dates')
    .columns(columns)
    .expression(rowsOf(tx, 'shown_dates', columns, rows))
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'id'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(changing.map((column) => [column, ref(`excluded.${column}`)])),
        ),
    );
}

/** Writes what is shown of these records where it has changed; tells whether anything has. */
export async function refreshDates(
  tx: Tx,
  ownerId: string,
  area: LookedUpArea,
  records: readonly DatedRecord[],
): Promise<boolean> {
  let isChanged = false;
  for await (const some of inChunks(records, rowsAtOnce)) {
    const ids = some.map(({ id }) => id);
    const stored = await tx
      .selectFrom('shown_dates')
      .selectAll()
      .where('ownerId', '=', ownerId)
      .where('recordId', 'in', ids)
      .execute();
    const before = new Map(stored.map((row) => [row.id, row]));
    const factsOf = await factsAbout(tx, ownerId, ids, ['expirationDate', 'statuses', 'notAfter']);
    const checkOf = await registrationChecks(tx, ownerId, ids);
    const now = some.flatMap((record) => {
      const facts = factsOf(record.id);
      const known = before.get(`${record.id}.domain`);
      const { typed } = record;
      const shown = shownDate({
        typed,
        found: registryDates(facts),
        check: checkOf(record.id),
        before: known ? { state: known.state as ExpirationState, confirmed: known.confirmed } : null,
      });
      return [
        ...(area === 'domains' ? [domainRow(ownerId, record, shown)] : []),
        ...instantsOf(facts, 'notAfter').map((fact) => tlsRow(ownerId, area, record.id, fact)),
      ];
    });
    const changed = now.filter((row) => {
      const known = before.get(row.id);
      return !known || changing.some((column) => known[column] !== row[column]);
    });
    if (changed.length > 0) await storing(tx, changed).execute();
    isChanged ||= changed.length > 0;
  }
  return isChanged;
}

const datedOf = (row: Row): DatedRecord => ({
  id: String(row['id']),
  typed: (row['expirationDate'] ?? null) as number | null,
  createdAt: Number(row['createdAt']),
});

/** What is shown of a new or renamed domain, about which nothing has been looked up. */
const newlyShown = (ownerId: string, row: Row): ShownRow => {
  const record = datedOf(row);
  const { typed } = record;
  return domainRow(ownerId, record, shownDate({ typed, found: [], check: 'never', before: null }));
};

/** What is shown of a record of another kind with an end date of its own: where it has a date or a price. */
function paidRow(ownerId: string, table: OwnedTableName, row: Row | undefined): ShownRow | null {
  const { expires } = entityOf[table];
  if (!row || !expires) return null;
  // A new row lacks what its body leaves out.
  const date = (row[expires.date] ?? null) as number | null;
  if (date === null && (row['price'] ?? null) === null) return null;
  const { what } = expires;
  const recordId = String(row['id']);
  return {
    ...{ ownerId, id: `${recordId}.${what}`, what, area: areaOfTable(table), recordId, subject: '' },
    ...{ part: partOf(date), date, renewal: null, confirmed: null, createdAt: Number(row['createdAt']) },
    state: date === null ? 'unknown' : 'dated',
    source: date === null ? null : 'typed',
  };
}

/** Keeps what is shown of such records in step with them. */
async function followPaid(
  tx: Tx,
  ownerId: string,
  table: OwnedTableName,
  changes: readonly Change[],
): Promise<Write[]> {
  const writes: Write[] = [];
  const rows = changes.map(({ before, after }) => ({
    before: paidRow(ownerId, table, before),
    after: paidRow(ownerId, table, after),
  }));
  const removed = rows.flatMap(({ before, after }) => (before && !after ? [before.id] : []));
  const written = rows.flatMap(({ before, after }) => (after && before?.date !== after.date ? [after] : []));
  for await (const ids of inChunks(removed, rowsAtOnce))
    writes.push(tx.deleteFrom('shown_dates').where('ownerId', '=', ownerId).where('id', 'in', ids));
  for await (const some of inChunks(written, rowsAtOnce)) writes.push(storing(tx, some));
  return writes;
}

/** Keeps what is shown of records in step with them. Of domains and certificates, `followFound` removes what is gone or renamed. */
export const followShown: Follower = async (tx, { id: ownerId }, table, changes) => {
  if (table !== 'domains') return followPaid(tx, ownerId, table, changes);
  const written = changes.flatMap(({ before, after }) => (after ? [{ before, after }] : []));
  const isNamed = ({ before, after }: (typeof written)[number]) => before?.['domain'] !== after['domain'];
  const moved = written.filter(
    (change) => !isNamed(change) && change.before?.['expirationDate'] !== change.after['expirationDate'],
  );
  await refreshDates(
    tx,
    ownerId,
    'domains',
    moved.map(({ after }) => datedOf(after)),
  );
  const writes: Write[] = [];
  for await (const some of inChunks(written.filter(isNamed), rowsAtOnce))
    writes.push(
      storing(
        tx,
        some.map(({ after }) => newlyShown(ownerId, after)),
      ),
    );
  return writes;
};
