import { z } from 'zod';
import type { Db } from '../db/schema.ts';

/** The position of a run. */
const position = z.object({
  /** Rows done, and the total. */
  done: z.number(),
  total: z.number(),
  owner: z.string(),
  /** The owner's current key: after another rotation the run starts over. */
  key: z.string(),
  step: z.number(),
  after: z.string(),
});
export type Position = z.output<typeof position>;

/** The kind of the job that completes rotations. */
export const resealingKind = 'reseal-secrets';

export function storedPosition(progress: string | null): Position | null {
  return progress === null ? null : (position.safeParse(JSON.parse(progress)).data ?? null);
}

/** The progress of resealing, in rows; null before it has begun. */
export async function resealingProgress(db: Db): Promise<Pick<Position, 'done' | 'total'> | null> {
  const row = await db
    .selectFrom('jobs')
    .select('progress')
    .where('uniqueKey', '=', resealingKind)
    .executeTakeFirst();
  return storedPosition(row?.progress ?? null);
}
