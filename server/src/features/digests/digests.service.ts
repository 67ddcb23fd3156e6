import { type Digest, initialDigest, type update } from '@quartermaster/contract/digests/digests.schema';
import type { DigestPeriod } from '@quartermaster/contract/digests/digests.routes';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import type { Db } from '../../db/schema.ts';

/** The caller's own in the workspace. */
export async function digestOf(db: Db, { owner, principal }: Caller): Promise<Digest> {
  const row = await db
    .selectFrom('digests')
    .select(['every', 'hour', 'weekday'])
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .executeTakeFirst();
  return row ? { ...row, every: row.every as DigestPeriod } : initialDigest;
}

/** From a change on, the next hour set counts, whatever was sent before it. */
export const changeDigest = (db: Db, sender: Caller, fields: z.output<typeof update.body>): Promise<Digest> =>
  asSender(db, sender, async (tx, caller) => {
    const before = await digestOf(tx, caller);
    const { every = before.every, hour = before.hour, weekday = before.weekday } = fields;
    const digest = { every, hour, weekday };
    if (isDeepStrictEqual(before, digest)) return digest;
    const { id: ownerId } = caller.owner;
    const stored = { ...digest, since: Date.now(), days: '[]' };
    await tx
      .insertInto('digests')
      .values({ ownerId, userId: caller.principal.userId, ...stored })
      .onConflict((conflict) => conflict.columns(['ownerId', 'userId']).doUpdateSet(stored))
      .execute();
    return digest;
  });
