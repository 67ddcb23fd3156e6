import { type Digest, initialDigest } from '@quartermaster/contract/digests/digests.schema';
import type { DigestPeriod } from '@quartermaster/contract/digests/digests.routes';
import { sql } from 'kysely';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import type { Progress } from './digests.due.ts';

/** A member of a workspace, with their digest. */
export interface DigestMember {
  ownerId: string;
  userId: string;
  workspace: string;
  digest: Digest;
  progress: Progress;
  /** What is stored of it; null: nothing. */
  stored: Pick<Schema['digests'], 'since' | 'days'> | null;
}

const membersAtOnce = 500;

/** The next members whose accounts are not disabled, by workspace. */
export async function membersAfter(
  db: Db,
  { ownerId, userId }: Pick<DigestMember, 'ownerId' | 'userId'>,
): Promise<DigestMember[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.userId')
    .innerJoin('workspaces', 'workspaces.id', 'm.workspaceId')
    .leftJoin('digests as d', (join) =>
      join.onRef('d.ownerId', '=', 'm.workspaceId').onRef('d.userId', '=', 'm.userId'),
    )
    .select(['m.workspaceId as ownerId', 'm.userId', 'm.createdAt', 'workspaces.name as workspace'])
    .select(['every', 'hour', 'weekday', 'since', 'days'])
    .where(sql<boolean>`(m."workspaceId", m."userId") > (${ownerId}, ${userId})`)
    .where('users.disabledAt', 'is', null)
    .where('workspaces.deletedAt', 'is', null)
    // Digests wait until sending is resumed.
    .where('workspaces.sendingPausedAt', 'is', null)
    .orderBy('m.workspaceId')
    .orderBy('m.userId')
    .limit(membersAtOnce)
    .execute();
  return rows.map((row) => {
    const { every, hour, weekday, since, days } = row;
    const digest =
      every === null || hour === null || weekday === null
        ? initialDigest
        : { every: every as DigestPeriod, hour, weekday };
    const stored = since === null || days === null ? null : { since, days };
    const progress = stored
      ? { since: stored.since, days: JSON.parse(stored.days) as string[] }
      : { since: row.createdAt, days: [] };
    return { ownerId: row.ownerId, userId: row.userId, workspace: row.workspace, digest, progress, stored };
  });
}

/** Stores for which days a digest was made; false if that has changed since it was read. */
export async function markMade(
  tx: Tx,
  { ownerId, userId, digest, progress, stored }: DigestMember,
  made: readonly string[],
): Promise<boolean> {
  const days = JSON.stringify(made);
  if (!stored) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('digests')
      .values({ ownerId, userId, ...digest, since: progress.since, days })
      .onConflict((conflict) => conflict.columns(['ownerId', 'userId']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('digests')
    .set({ days })
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .where('since', '=', stored.since)
    .where('days', '=', stored.days)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
