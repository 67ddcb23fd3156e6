import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';

interface Recipients {
  channelIds: string[];
  userIds: string[];
}

/** Which of these recipients can be reached now. */
export async function reachOf(
  db: Db,
  { mail }: Pick<Config, 'mail'>,
  ownerId: string,
  { channelIds, userIds }: Readonly<Record<keyof Recipients, readonly string[]>>,
): Promise<Recipients> {
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'type'])
    .where('ownerId', '=', ownerId)
    .where('isActive', '=', 1)
    .execute();
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('userId')
    .where('memberships.workspaceId', '=', ownerId)
    .where('users.disabledAt', 'is', null)
    .execute();
  const isMailed = mail !== null;
  const reached = new Set(channels.filter(({ type }) => isMailed || type !== 'mail').map(({ id }) => id));
  const mailed = new Set(isMailed ? members.map(({ userId }) => userId) : []);
  return {
    channelIds: channelIds.filter((id) => reached.has(id)),
    userIds: userIds.filter((id) => mailed.has(id)),
  };
}
