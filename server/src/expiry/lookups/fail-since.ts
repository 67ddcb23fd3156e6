import { lookKinds } from '@quartermaster/contract/lookups/lookups.routes';
import type { Db } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { alertSettingsOf } from '../alert-settings.ts';

/**
 * Since when look-ups fail everywhere: every kind of them that a workspace has, about more than one subject, and nothing
 * was answered meanwhile. Null if they don't. What is asked first ends at the first row that says so.
 */
export async function failSince(
  db: Db,
  { looksUp }: { looksUp: boolean },
  ownerId: string,
): Promise<string | null> {
  const { look } = await alertSettingsOf(db, ownerId);
  const kinds = lookKinds.filter((kind) => looksUp && look[kind]);
  if (kinds.length === 0) return null;
  const checks = db.selectFrom('checks').where('ownerId', '=', ownerId).where('kind', 'in', kinds);
  const failing = checks.where('state', '=', 'failing');
  const newest = await failing
    .select(['kind', ({ fn }) => fn.max('since').as('since')])
    .groupBy('kind')
    .execute();
  if (newest.length === 0) return null;
  const fine = await checks
    .select('kind')
    .where(({ or, eb }) =>
      or([
        eb(
          'kind',
          'not in',
          newest.map(({ kind }) => kind),
        ),
        eb('answeredAt', '>=', Math.min(...newest.map(({ since }) => Number(since)))),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (fine) return null;
  const last = await checks.select(({ fn }) => fn.max('answeredAt').as('answeredAt')).executeTakeFirst();
  const began = await failing
    .where('since', '>', Number(last?.answeredAt ?? 0))
    .select(({ fn }) => [fn.min('since').as('since'), fn.count('subject').distinct().as('subjects')])
    .executeTakeFirst();
  return began?.since == null || Number(began.subjects) < 2 ? null : iso(Number(began.since));
}
