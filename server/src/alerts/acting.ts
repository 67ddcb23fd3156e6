import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import type { AlertAction } from '@quartermaster/contract/alerts/alerts.schema';
import { startOfDay } from '@quartermaster/contract/rules/calendar';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { limits, tooManyForBulkAction } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../access/caller.ts';
import { expectStillCurrent } from '../access/current.ts';
import { read } from '../db/raw-sql.ts';
import { transaction } from '../db/transaction.ts';
import { rowLock } from '../db/row-lock.ts';
import type { Db, Tx } from '../db/schema.ts';
import { dropUnsent } from '../deliveries/dropping.ts';
import { crossSoon } from '../jobs/due.ts';
import { iso } from '../lib/clock.ts';
import { invalid, notFound, refuse } from '../lib/errors.ts';
import { inChunks } from '../lib/paced.ts';
import { alertSettingsOf } from '../expiry/alert-settings.ts';
import { allOf, isOneOf } from '../records/table/conditions.ts';
import { idsOf } from '../records/list/list.ts';
import type { Tables } from '../records/list/record-table.ts';
import { type Actor, type AlertRow, standingOf, withStanding } from './alert-row.ts';
import { type AlertFilters, alertConditions, seenAlerts } from './conditions.ts';
import { type Command, command } from './standing.ts';
import { writeAlerts, writeEvents } from './store.ts';

const rowsAtOnce = 200;

interface Deed {
  command: Command;
  /** In words, beside what it does to an alert. */
  detail: (row: AlertRow) => string | null;
  actor: Actor;
}

interface Outcome {
  changed: AlertRow[];
  refused: { id: string; name: string; message: string }[];
}

/** Does the same to alerts, which are locked. */
async function act(
  tx: Tx,
  rows: readonly AlertRow[],
  { command: does, detail, actor }: Deed,
): Promise<Outcome> {
  const now = Date.now();
  const outcome: Outcome = { changed: [], refused: [] };
  for (const row of rows) {
    const step = command(standingOf(row), does, now);
    if (step === 'unchanged') continue;
    if ('refusal' in step) outcome.refused.push({ id: row.id, name: row.name, message: step.refusal });
    // Evaluated next, which finds out when it changes by itself.
    else outcome.changed.push({ ...withStanding(row, step.standing, now, actor), nextAt: 0 });
  }
  const { changed } = outcome;
  const ownerId = changed[0]?.ownerId;
  if (ownerId === undefined) return outcome;
  await writeAlerts(tx, changed);
  const name = eventOf[does.action];
  await writeEvents(
    tx,
    changed.map((alert) => ({ alert, name, detail: detail(alert) })),
    actor,
    now,
  );
  const ids = changed.map(({ id }) => id);
  if (does.action === 'letExpire') await dropUnsent(tx, ownerId, ids);
  return outcome;
}

const eventOf = {
  acknowledge: 'acknowledged',
  renew: 'acknowledged',
  snooze: 'snoozed',
  letExpire: 'let-expire',
  reopen: 'reopened',
} as const;

async function commandOf(db: Db, ownerId: string, action: AlertAction): Promise<Command> {
  if (action.action !== 'snooze') return { action: action.action };
  const { timeZone } = await alertSettingsOf(db, ownerId);
  const until = action.until.length === 10 ? startOfDay(action.until, timeZone) : Date.parse(action.until);
  if (until <= Date.now()) throw invalid({ 'do.until': 'Until must be in the future' });
  return { action: 'snooze', until };
}

const detailOf = (action: AlertAction, does: Command): string | null => {
  if (does.action === 'snooze') return `Until ${iso(does.until)}`;
  return action.action === 'acknowledge' ? (action.note ?? null) : null;
};

type Selection = { ids?: string[] | undefined; filter?: AlertFilters | undefined };

/** Throws if the filter selects more than one action may change. */
async function idsOfSelection(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  { ids, filter }: Selection,
): Promise<string[]> {
  if (ids) return [...new Set(ids)].sort();
  const found = await idsOf(
    tx,
    sql`select id from alerts where ${allOf(await alertConditions(tx, caller, tables, filter ?? {}))}
      order by id limit ${sql.lit(limits.bulkRows + 1)}`,
  );
  if (found.length > limits.bulkRows) refuse({ 'records.filter': tooManyForBulkAction() });
  return found;
}

/** Acts on alerts in one transaction; those that are not there, or not the caller's to see, are refused one by one. */
export async function actOnAlerts(
  db: Db,
  caller: Caller,
  tables: Tables,
  { records, do: action }: { records: Selection; do: AlertAction },
): Promise<BulkActionResult> {
  const does = await commandOf(db, caller.owner.id, action);
  const words = detailOf(action, does);
  const deed = { command: does, detail: () => words, actor: caller.user };
  return transaction(db, async (tx) => {
    const result: BulkActionResult = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
    const wanted = await idsOfSelection(tx, caller, tables, records);
    for await (const some of inChunks(wanted, rowsAtOnce)) {
      const ids = some.filter(isUuid);
      const where = allOf([...seenAlerts(tx, caller, tables), isOneOf('alerts.id', ids)]);
      const { rows } =
        ids.length === 0
          ? { rows: [] }
          : await read(tx, sql<AlertRow>`select * from alerts where ${where} order by id ${rowLock(tx)}`);
      const found = new Set(rows.map(({ id }) => id));
      const missing = some
        .filter((id) => !found.has(id))
        .map((id) => ({ id, name: id, message: notFound('alert').message }));
      const { changed, refused } = await act(tx, rows, deed);
      const all = [...missing, ...refused];
      result.changed += changed.length;
      result.refused += all.length;
      result.unchanged += rows.length - changed.length - refused.length;
      result.refusals.push(...all.slice(0, limits.refusals - result.refusals.length));
      await setImmediate(); // Let other requests run.
    }
    await expectStillCurrent(tx, caller);
    if (result.changed > 0) await crossSoon(tx, caller.owner.id);
    return result;
  });
}

/** Acknowledges an alert for somebody who followed the link in a message; false if it is over. */
export async function acknowledge(tx: Tx, ownerId: string, id: string, actor: Actor): Promise<boolean> {
  const rows = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('state', 'not in', ['WAITING', 'CLOSED'])
    .modifyEnd(rowLock(tx))
    .execute();
  if (rows.length === 0) return false;
  const detail = () => 'By the link in a message';
  await act(tx, rows, { command: { action: 'acknowledge' }, detail, actor });
  return true;
}

/** Acknowledges alerts whose dates were renewed, each with its note, however they stand: the registry is yet to say so. */
export async function acknowledgeRenewed(
  tx: Tx,
  ownerId: string,
  notes: ReadonlyMap<string, string>,
  actor: Actor,
): Promise<void> {
  for await (const ids of inChunks([...notes.keys()].sort(), rowsAtOnce)) {
    const rows = await tx
      .selectFrom('alerts')
      .selectAll()
      .where('ownerId', '=', ownerId)
      .where('id', 'in', ids)
      .orderBy('id')
      .modifyEnd(rowLock(tx))
      .execute();
    const detail = ({ id }: AlertRow) => notes.get(id) ?? null;
    await act(tx, rows, { command: { action: 'renew' }, detail, actor });
  }
  if (notes.size > 0) await crossSoon(tx, ownerId);
}
