import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { isPermitted, permit } from '../access/permit.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { idsInList, isList, listsAbout } from '../deliveries/told.ts';
import { iso } from '../lib/clock.ts';
import { type Condition, anyOf, isAmong } from '../records/table/conditions.ts';

type Message = NonNullable<ListedAlert['told']>[number];

interface MessageRow extends Pick<Message, 'channelId' | 'userId' | 'name' | 'state'> {
  id: string;
  alertId: string | null;
  sentAt: number | null;
}

/** So many messages are read for a page, and told of an alert. */
const latest = 5000;
const messagesAtMost = 20;
/** Each list of many alerts is a text of its own to read. */
const listsAtMost = 50;

/**
 * The newest messages about these alerts, of lists of many alerts only the latest; null for those who may not manage.
 */
export async function messagesOf(
  db: Db,
  caller: Caller,
  alertIds: readonly string[],
): Promise<(alertId: string) => Message[] | null> {
  if (!isPermitted(caller, 'manage')) return () => null;
  const ownerId = caller.owner.id;
  const lists = await listsAbout(db, ownerId, alertIds, listsAtMost);
  const among = (column: string, ids: readonly string[]) =>
    isAmong(db, column, valuesOf(db, [['text', [...ids]]]));
  const { rows } =
    alertIds.length === 0
      ? { rows: [] }
      : await read(
          db,
          sql<MessageRow>`select deliveries.id, "alertId", "channelId", "userId", deliveries.state, "sentAt",
          case when "channelId" is null
            then (select coalesce(users.name, users.email) from memberships
              join users on users.id = memberships."userId"
              where memberships."workspaceId" = deliveries."ownerId" and users.id = deliveries."userId")
            else (select name from channels
              where channels."ownerId" = deliveries."ownerId" and channels.id = deliveries."channelId") end as name
          from deliveries where "ownerId" = ${ownerId} and "channelIds" is null
          and ${anyOf([among('deliveries.alertId', alertIds), among('deliveries.id', [...lists.keys()])])}
          order by "createdAt" desc, id desc limit ${sql.lit(latest)}`,
        );
  const told = new Map<string, Message[]>();
  for (const { id, alertId, channelId, userId, name, state, sentAt } of rows)
    for (const about of alertId === null ? (lists.get(id) ?? []) : [alertId]) {
      const messages = told.get(about) ?? [];
      told.set(about, messages);
      if (messages.length < messagesAtMost)
        messages.push({ channelId, userId, name, state, at: sentAt === null ? null : iso(sentAt) });
    }
  return (alertId) => told.get(alertId) ?? [];
}

/** Whether a channel or a person was told of an alert, by itself or in one of the latest lists; for those who may manage. */
export async function wasTold(db: Db, caller: Caller, recipientId: string): Promise<Condition> {
  permit(caller, 'manage');
  const ownerId = caller.owner.id;
  const theirs: Condition = sql<SqlBool>`(deliveries."channelId" = ${recipientId} or deliveries."userId" = ${recipientId})`;
  const lists = await db
    .selectFrom('deliveries')
    .select(['ownerId', 'id'])
    .where('ownerId', '=', ownerId)
    .where(theirs)
    .where(isList)
    .orderBy('createdAt', 'desc')
    .limit(listsAtMost)
    .execute();
  const listed: string[] = [];
  for (const list of lists) listed.push(...(await idsInList(db, list)));
  return anyOf([
    sql<SqlBool>`exists (select 1 from deliveries where deliveries."ownerId" = alerts."ownerId"
      and deliveries."alertId" = alerts.id and ${theirs})`,
    isAmong(db, 'alerts.id', valuesOf(db, [['text', [...new Set(listed)]]])),
  ]);
}
