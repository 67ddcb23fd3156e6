import type { Tag } from '@quartermaster/contract/rules/tags';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { ExpirationKind, ExpirationState } from '@quartermaster/contract/expirations/expirations.routes';
import type { Area } from '@quartermaster/contract/api/areas';
import { dayAt, dayOfDate, daysBetween, isWholeDay } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import type { AutoRenew } from '@quartermaster/contract/rules/renewal';
import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db, OwnedTableName, Schema } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { capitalized } from '../lib/capitalized.ts';
import { iso } from '../lib/clock.ts';
import { decode } from '../records/kinds/codec.ts';
import { areaOfTable, tableOfArea } from '../records/kinds/entities.ts';
import { isAmong } from '../records/table/conditions.ts';
import { secretsInWords } from '../records/history/secret-words.ts';
import type { ExpirationRequest } from './asked.ts';
import { type EndingRow, type RecordRow, recordsOf } from './ending-records.ts';

/** A row named by its entry. */
type Named =
  | { kind: 'shown' | 'date'; id: string }
  | { kind: 'password'; table: OwnedTableName; recordId: string; at: number; field: string };

function namedBy(entry: string): Named {
  const [kind, id = '', recordId = '', at = '', ...path] = entry.split(' ');
  if (kind === 'shown' || kind === 'date') return { kind, id };
  return { kind: 'password', table: id as OwnedTableName, recordId, at: Number(at), field: path.join(' ') };
}

const isKind =
  <K extends Named['kind']>(kind: K) =>
  (named: Named): named is Extract<Named, { kind: K }> =>
    named.kind === kind;

async function rowsById<T extends 'dates' | 'shown_dates'>(
  db: Db,
  owner: Owner,
  table: T,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Schema[T]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await read(
    db,
    sql<Schema[T]>`select * from ${sql.table(table)} where "ownerId" = ${owner.id}
    and ${isAmong(db, `${table}.id`, valuesOf(db, [['text', ids]]))}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type ShownRow = Schema['shown_dates'];

/** When each of these dates was looked up last. */
async function observationsOf(db: Db, owner: Owner, rows: readonly ShownRow[]) {
  const ids = [...new Set(rows.map(({ recordId }) => recordId))];
  if (ids.length === 0) return () => null;
  const facts = await db
    .selectFrom('record_facts')
    .select(['recordId', 'field', 'subject', 'source', 'observedAt'])
    .where('ownerId', '=', owner.id)
    .where(isAmong(db, 'record_facts.recordId', valuesOf(db, [['text', ids]])))
    .where('field', 'in', ['expirationDate', 'notAfter'])
    .execute();
  const keyOf = (recordId: string, source: string | null, subject: string) =>
    JSON.stringify([recordId, source, subject]);
  const known = new Map(
    facts.map(({ recordId, field, source, subject, observedAt }) => [
      keyOf(recordId, source, field === 'notAfter' ? subject : ''),
      observedAt,
    ]),
  );
  return ({ recordId, source, subject }: ShownRow) => known.get(keyOf(recordId, source, subject)) ?? null;
}

/** The parts that depend on a date. */
function whenOf(
  date: number | null,
  { timeZone, today }: ExpirationRequest,
  isInstant = date !== null && !isWholeDay(date),
) {
  if (date === null) return { date: null, at: null, daysLeft: null, state: 'unchecked' } as const;
  const day = isInstant ? dayAt(date, timeZone) : dayOfDate(date, timeZone);
  return {
    date: day,
    at: isInstant ? iso(date) : null,
    daysLeft: daysBetween(today, day),
    state: 'dated',
  } as const;
}

const nothingKnown = { autoRenew: null, price: null, currency: null, payer: null, interval: 'YEAR' } as const;
/** What lists add. */
const addedLater = { alertId: null, alertState: null, account: null };
const typedAlone = { observedAt: null, renewal: null } as const;

const priceOf = (price: number | null) => decode('money', price, String) as number | null;

/** What a looked-up or typed date says, and what its record knows of the renewal. */
function shownParts(row: ShownRow, asked: ExpirationRequest, record: RecordRow | EndingRow | undefined) {
  const isChecked = row.state !== 'unchecked' || asked.looksAtRegistration;
  const known =
    record && 'autoRenew' in record && row.what !== 'tls'
      ? {
          interval: record.interval,
          autoRenew: record.autoRenew,
          price: priceOf(record.price),
          currency: record.currency,
          payer: record.payer,
        }
      : nothingKnown;
  return {
    label: row.subject === '' ? null : row.subject,
    ...whenOf(row.date, asked),
    state: isChecked ? (row.state as ExpirationState) : 'unknown',
    source: row.source as Expiration['source'],
    renewal: row.renewal as Expiration['renewal'],
    ...known,
  };
}

/** The rows that these entries name, in their order; what is gone by now is left out. */
export async function expirationsBy(
  db: Db,
  owner: Owner,
  asked: ExpirationRequest,
  entries: readonly string[],
): Promise<Expiration[]> {
  const all = entries.map(namedBy);
  const passwords = all.filter(isKind('password'));
  const idsOf = (kind: 'shown' | 'date') => all.filter(isKind(kind)).map(({ id }) => id);
  const dates = await rowsById(db, owner, 'dates', idsOf('date'));
  const looked = await rowsById(db, owner, 'shown_dates', idsOf('shown'));
  const observedAt = await observationsOf(db, owner, [...looked.values()]);
  const ids = new Map<OwnedTableName, Set<string>>();
  const add = (table: OwnedTableName, id: string) => ids.set(table, (ids.get(table) ?? new Set()).add(id));
  for (const { area, recordId } of [...dates.values(), ...looked.values()])
    add(tableOfArea[area as Area], recordId);
  for (const { table, recordId } of passwords) add(table, recordId);
  const records = await recordsOf(db, owner, ids);
  const labels = new Map(
    (await secretsInWords(db, owner, passwords)).map((label, at) => [passwords[at], capitalized(label)]),
  );
  const shown = (
    id: string,
    what: ExpirationKind,
    table: OwnedTableName,
    recordId: string,
    rest: Omit<
      Expiration,
      | 'id'
      | 'what'
      | 'area'
      | 'recordId'
      | 'name'
      | 'tags'
      | 'registrar'
      | 'registratorAccountId'
      | keyof typeof addedLater
    >,
  ): Expiration[] => {
    const record = records.get(recordId);
    if (!record) return [];
    const registrar = 'registrar' in record ? record.registrar : null;
    const tags = JSON.parse(record.tags) as Tag[];
    const of = { id, what, area: areaOfTable(table), recordId, name: record.name };
    const registratorAccountId = 'registratorAccountId' in record ? record.registratorAccountId : null;
    return [{ ...of, ...rest, tags, registrar, registratorAccountId, ...addedLater }];
  };
  return all.flatMap((named): Expiration[] => {
    if (named.kind === 'password') {
      const { table, recordId, at, field } = named;
      const when = whenOf(at + (asked.passwordDays ?? 0) * dayMs, asked, true);
      const label = labels.get(named) ?? null;
      const rest = { label, ...when, source: null, ...typedAlone, ...nothingKnown };
      return shown(`${recordId}.${field}`, 'password', table, recordId, rest);
    }
    if (named.kind === 'date') {
      const row = dates.get(named.id);
      if (!row) return [];
      const { label, currency, payer } = row;
      const autoRenew = row.autoRenew as AutoRenew;
      const renewal = { ...nothingKnown, autoRenew, price: priceOf(row.price), currency, payer };
      const rest = { label, ...whenOf(row.date, asked), source: 'typed', ...typedAlone, ...renewal } as const;
      return shown(named.id, row.what as ExpirationKind, tableOfArea[row.area as Area], row.recordId, rest);
    }
    const row = looked.get(named.id);
    if (!row) return [];
    const at = observedAt(row);
    const rest = {
      ...shownParts(row, asked, records.get(row.recordId)),
      observedAt: at === null ? null : iso(at),
    };
    return shown(row.id, row.what as ExpirationKind, tableOfArea[row.area as Area], row.recordId, rest);
  });
}
