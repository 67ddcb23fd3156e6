import type { Db, Tx } from '../db/schema.ts';
import { audit } from './audit.ts';

/** Ends the calendar addresses of a person, in one workspace or in all, each with an audit event. */
export async function endCalendarsOf(tx: Tx, userId: string, workspaceId: string | null): Promise<void> {
  let ending = tx.deleteFrom('calendars').where('userId', '=', userId);
  if (workspaceId !== null) ending = ending.where('ownerId', '=', workspaceId);
  for (const { ownerId, id, name } of await ending.returning(['ownerId', 'id', 'name']).execute())
    await audit(tx, {
      action: 'calendar.ended',
      workspaceId: ownerId,
      actor: null,
      origin: null,
      subject: name,
      details: { calendarId: id, createdBy: userId },
    });
}

/** Ends all calendar addresses, after a compromise or a restore. */
export async function endAllCalendars(tx: Tx): Promise<void> {
  await tx.deleteFrom('calendars').execute();
}

/** How many calendar addresses of a person work, in all workspaces. */
export async function countCalendarsOf(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('calendars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
