import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { dayAt } from '@quartermaster/contract/rules/calendar';
import { isLaterDay } from '@quartermaster/contract/rules/shown-date';
import { type SqlBool, sql } from 'kysely';
import { wholeOwner } from '../access/owner.ts';
import type { Principal } from '../access/principal.ts';
import { read } from '../db/raw-sql.ts';
import { rowLock } from '../db/row-lock.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Job } from '../jobs/job.ts';
import { enqueueDue } from '../jobs/queue.ts';
import { alertSettingsOf } from './alert-settings.ts';
import { dayNumber } from './dates/in-calendar.ts';
import { inBatch } from '../records/history/batches.ts';
import { type Condition, allOf, equals, isOneOf } from '../records/table/conditions.ts';
import type { Tables } from '../records/list/record-table.ts';
import type { StoredRow } from '../records/kinds/row.ts';
import type { Keyring } from '../secrets/keyring.ts';

const principal: Principal = { kind: 'job', id: 'sync', userId: null };
const keyOf = (ownerId: string) => `${principal.id} ${ownerId}`;
const ownerOf = (key: string) => key.slice(principal.id.length + 1);

/** The domains of a workspace, of which the registry confirmed a later date than is typed, or none is. */
const later = (ownerId: string, { timeZone }: AlertSettings): Condition[] => {
  const zone = { timeZone, today: dayAt(Date.now(), timeZone) };
  const day = (column: string) => dayNumber(sql.ref(column), zone);
  return [
    equals('findings.ownerId', ownerId),
    equals('findings.field', 'expirationDate'),
    equals('findings.isConfirmed', 1),
    sql<SqlBool>`(domains."expirationDate" is null
      or ${day('findings.date')} > ${day('domains.expirationDate')})`,
  ];
};

async function domainsWith(
  db: Db,
  conditions: readonly Condition[],
  limit: number,
): Promise<{ id: string; date: number }[]> {
  const { rows } = await read(
    db,
    sql<{ id: string; date: number }>`select domains.id, findings.date from findings
    join domains on domains."ownerId" = findings."ownerId" and domains.id = findings."recordId"
    where ${allOf(conditions)} order by domains.id limit ${sql.lit(limit)}`,
  );
  return rows;
}

/** Has the registry's dates taken soon for these domains, where the workspace chose that. */
export async function syncSoon(tx: Tx, ownerId: string, ids: readonly string[]): Promise<void> {
  const settings = await alertSettingsOf(tx, ownerId);
  if (!settings.takeLaterRegistryDate) return;
  const some = await domainsWith(tx, [...later(ownerId, settings), isOneOf('domains.id', ids)], 1);
  if (some.length > 0) await syncAllSoon(tx, ownerId);
}

/** The same for all domains of a workspace. */
export const syncAllSoon = (tx: Tx, ownerId: string): Promise<void> =>
  enqueueDue(tx, { kind: principal.id, uniqueKey: keyOf(ownerId) });

const domainsAtOnce = 500;

/** The job that takes later dates, in batches that nobody is the author of. */
export const laterDates = (db: Db, keyring: Keyring, tables: Tables): Job => ({
  kind: principal.id,
  cron: null,
  run: async ({ key, signal }) => {
    const ownerId = ownerOf(key);
    const settings = await alertSettingsOf(db, ownerId);
    if (!settings.takeLaterRegistryDate) return;
    const owner = wholeOwner(ownerId, principal, await keyring.sealer(ownerId));
    const act = { kind: 'sync', table: 'domains', owner, words: "Used the registry's date for" } as const;
    for (let count = domainsAtOnce; count === domainsAtOnce;) {
      signal.throwIfAborted();
      const found = await domainsWith(db, later(ownerId, settings), domainsAtOnce);
      count = found.length;
      if (count === 0) return;
      const dates = new Map(found.map(({ id, date }) => [id, date]));
      await inBatch(db, act, async (tx, batch) => {
        const { rows } = await read(
          tx,
          sql<StoredRow>`select * from domains where "ownerId" = ${ownerId}
          and id in (${sql.join([...dates.keys()])}) order by id ${rowLock(tx)}`,
        );
        const edits = rows.flatMap((before) => {
          const date = dates.get(before.id);
          const typed = before['expirationDate'] as number | null;
          // Another transaction may have changed a row before it was locked.
          if (date === undefined || !isLaterDay(date, typed, settings.timeZone)) return [];
          return [{ before, fields: { expirationDate: new Date(date).toISOString() } }];
        });
        await tables.domains.owned.updateMany(tx, owner, edits, batch);
      });
    }
  },
});
