import type { Calendar, create } from '@quartermaster/contract/calendars/calendars.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { hashToken, newRefreshToken } from '../../access/tokens.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, notFound } from '../../lib/errors.ts';

type Row = Schema['calendars'];
const filters = ['what', 'tags', 'tagsAny', 'registratorAccountId'] as const;
export type CalendarFilters = Pick<Calendar, (typeof filters)[number]>;

export function filtersOf({ query }: Pick<Row, 'query'>): CalendarFilters {
  const search = new URLSearchParams(query);
  return Object.fromEntries(filters.map((name) => [name, search.get(name)])) as unknown as CalendarFilters;
}

function queryOf(given: { [F in keyof CalendarFilters]?: string | null | undefined }): string {
  const search = new URLSearchParams();
  for (const name of filters) if (given[name]) search.set(name, given[name]);
  return search.toString();
}

const shown = (row: Row): Calendar => ({
  id: row.id,
  name: row.name,
  ...filtersOf(row),
  createdAt: iso(row.createdAt),
  lastReadAt: row.lastReadAt === null ? null : iso(row.lastReadAt),
});

/** A person's own calendars in the workspace. */
const own = (db: Db, { principal, owner }: Caller) =>
  db
    .selectFrom('calendars')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId);

export const listCalendars = async (db: Db, caller: Caller): Promise<Calendar[]> =>
  (
    await own(db, caller).orderBy('createdAt', 'desc').orderBy('id').limit(serverLimits.calendars).execute()
  ).map(shown);

/** Throws if there are as many calendars as allowed. */
async function expectRoom(tx: Tx, { owner, user }: Caller): Promise<void> {
  const { all, mine } = await tx
    .selectFrom('calendars')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('id').filterWhere('userId', '=', user.id).as('mine'),
    ])
    .where('ownerId', '=', owner.id)
    .executeTakeFirstOrThrow();
  if (Number(mine) >= serverLimits.calendars || Number(all) >= serverLimits.workspaceCalendars)
    throw new AppError(
      'CONFLICT',
      `Maximum ${serverLimits.calendars} calendars of a person and ${serverLimits.workspaceCalendars} in a workspace allowed`,
    );
}

/** Makes a calendar and the token of its address, of which only a hash is stored. */
export async function createCalendar(
  db: Db,
  sender: Caller,
  { name, ...given }: z.output<typeof create.body>,
): Promise<{ calendar: Calendar; token: string }> {
  const token = newRefreshToken();
  const row = {
    ownerId: sender.owner.id,
    id: uuid(),
    userId: sender.user.id,
    name,
    hash: hashToken(token),
    query: queryOf(given),
    createdAt: nextTime(),
    lastReadAt: null,
  };
  await asSender(db, sender, async (tx, caller) => {
    // Locked, so that calendars are counted one after another.
    await lockWorkspace(tx, row.ownerId);
    await expectRoom(tx, caller);
    await tx.insertInto('calendars').values(row).execute();
    const details = { calendarId: row.id, ...filtersOf(row) };
    await auditBy(tx, caller, { action: 'calendar.created', subject: name, details });
  });
  return { calendar: shown(row), token };
}

export const removeCalendar = (db: Db, sender: Caller, id: string): Promise<{ id: string }> =>
  asSender(db, sender, async (tx, caller) => {
    const calendar = await own(tx, caller).where('id', '=', id).executeTakeFirst();
    if (!calendar) throw notFound('calendar');
    await tx.deleteFrom('calendars').where('ownerId', '=', caller.owner.id).where('id', '=', id).execute();
    const details = { calendarId: id, createdBy: calendar.userId };
    await auditBy(tx, caller, { action: 'calendar.ended', subject: calendar.name, details });
    return { id };
  });
