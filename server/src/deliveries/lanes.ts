import { sql } from 'kysely';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { type DeliveryRow, triedMs } from './queue.ts';

/** Messages that are sent one after the other: a channel's, or a workspace's mail to people. */
export interface Lane {
  ownerId: string;
  /** null: people. */
  channelId: string | null;
  /** How often the channel refused in a row. */
  refusals: number;
}

export const keyOf = ({ ownerId, channelId }: Pick<Lane, 'ownerId' | 'channelId'>): string =>
  `${ownerId} ${channelId ?? 'people'}`;

/** What was set so far ahead was set by a clock that was wrong. */
const aheadMs = 2 * triedMs;

/** Each lane that may be used, and when its first message is due. What is read grows with the lanes, not with the messages. */
const lanes = (now: number) => {
  const latest = now + aheadMs;
  const first = sql`select min(d."nextAt") from deliveries d where d.state = 'waiting' and d."ownerId" = owners.id`;
  return sql`
    with recursive owners (id) as (
      select min(d."ownerId") from deliveries d where d.state = 'waiting'
      union all
      select (select min(d."ownerId") from deliveries d where d.state = 'waiting' and d."ownerId" > owners.id)
      from owners where owners.id is not null
    ), waiting as (
      select channels."ownerId", channels.id as "channelId", channels.refusals,
        case when channels."waitUntil" > ${latest} then 0 else channels."waitUntil" end as "waitUntil",
        (${first} and d."channelId" = channels.id) as "nextAt"
      from owners join channels on channels."ownerId" = owners.id
      where channels."isActive" = 1
      union all
      select owners.id, null, 0, 0, (${first} and d."channelId" is null and d."channelIds" is null)
      from owners where owners.id is not null
    ), lanes as (
      select waiting."ownerId", "channelId", refusals,
        case when "nextAt" > ${latest} then 0 when "nextAt" > "waitUntil" then "nextAt" else "waitUntil" end as "dueAt"
      from waiting join workspaces on workspaces.id = waiting."ownerId"
      where "nextAt" is not null and workspaces."sendingPausedAt" is null and workspaces."deletedAt" is null
    )`;
};

/** The lanes in which something is due. */
export async function dueLanes(db: Db, now: number): Promise<Lane[]> {
  const due = sql<Lane>`${lanes(now)} select "ownerId", "channelId", refusals from lanes
    where "dueAt" <= ${now} order by refusals, "dueAt", "channelId"`;
  return (await read(db, due)).rows;
}

/** When the next message is due; null: none waits. */
export async function nextTime(db: Db): Promise<number | null> {
  const next = sql<{ at: number | null }>`${lanes(Date.now())} select min("dueAt") as at from lanes`;
  const at = (await read(db, next)).rows[0]?.at ?? null;
  return at === null ? null : Number(at);
}

/**
 * The message of a lane to be sent next: the one that has been due for longest, or, after a refusal, for the shortest
 * time, such as one that a person asked for.
 */
export const nextIn = (db: Db, { ownerId, channelId, refusals }: Lane, now: number) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('channelId', channelId === null ? 'is' : '=', channelId)
    .where('channelIds', 'is', null)
    .where('state', '=', sql.lit('waiting'))
    .where((where) => where.or([where('nextAt', '<=', now), where('nextAt', '>', now + aheadMs)]))
    .orderBy('nextAt', refusals > 0 ? 'desc' : 'asc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst() satisfies Promise<DeliveryRow | undefined>;

/**
 * The lane whose turn it is: of the workspace with the fewest messages on their way, and of these the one that was served
 * longest ago. A workspace has no more on their way than places are free, so that there is one for another.
 */
export function inTurn(
  due: readonly Lane[],
  busy: ReadonlyMap<string, Lane>,
  places: number,
  served: ReadonlyMap<string, number>,
): Lane | undefined {
  const onTheirWay = Map.groupBy(busy.values(), ({ ownerId }) => ownerId);
  const count = ({ ownerId }: Lane) => onTheirWay.get(ownerId)?.length ?? 0;
  const lastServed = ({ ownerId }: Lane) => served.get(ownerId) ?? 0;
  return due
    .filter((lane) => !busy.has(keyOf(lane)) && count(lane) < places - busy.size)
    .sort((a, b) => count(a) - count(b) || lastServed(a) - lastServed(b))[0];
}
