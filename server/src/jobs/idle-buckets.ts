import type { Db } from '../db/schema.ts';
import type { Begun } from './buckets.ts';

const idleAtOnce = 500;

/** Removes buckets that nothing is in, and that keep nobody waiting any more. */
export async function removeIdleBuckets(db: Db): Promise<void> {
  for (let after = '', more = true; more;) {
    const now = Date.now();
    const rows = await db
      .selectFrom('buckets')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(idleAtOnce)
      .execute();
    for (const row of rows) {
      const isOver = (JSON.parse(row.windows) as Begun[]).every(({ from, ms }) => from + ms <= now);
      if (isOver && row.holder === null && row.stopUntil <= now && row.queuedUntil <= now)
        await db
          .deleteFrom('buckets')
          .where('key', '=', row.key)
          .where('holder', 'is', null)
          .where('windows', '=', row.windows)
          .execute();
    }
    after = rows.at(-1)?.key ?? '';
    more = rows.length === idleAtOnce;
  }
}
