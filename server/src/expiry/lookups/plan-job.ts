import { type LookedUpArea, lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { planKind, planKey } from '../../jobs/due.ts';
import { eachChunk } from '../../jobs/each-chunk.ts';
import type { Job } from '../../jobs/job.ts';
import { enqueueMany } from '../../jobs/queue.ts';
import { alertSettingsOf } from '../alert-settings.ts';
import { lookKey, lookKind } from './look-keys.ts';
import { forgetOutdated } from './outdated.ts';
import { dateFacts, spreadOut, waitOf } from './next-look.ts';
import { type LookedUpRecord, type Subject, recordsAfter } from './subjects.ts';

const rowsAtOnce = 200;
const areas = Object.keys(lookedUp) as LookedUpArea[];

type Planned = LookedUpRecord & { looks: (Subject & { key: string })[] };

/** Brings the jobs of some records in step: adds missing ones, and makes those earlier that wait too long. */
async function plan(db: Db, ownerId: string, records: readonly Planned[], timeZone: string): Promise<void> {
  const now = Date.now();
  const looks = Map.groupBy(
    records.flatMap((record) => record.looks.map((look) => ({ record, look }))),
    ({ look }) => look.key,
  );
  const keys = [...looks.keys()].sort();
  if (keys.length === 0) return;
  await enqueueMany(
    db,
    keys.map((uniqueKey) => ({ kind: lookKind, uniqueKey, ownerId, runAt: now })),
  );
  const ids = records.map(({ id }) => id);
  const waiting = await db
    .selectFrom('jobs')
    .select(['uniqueKey', 'runAt', 'lastRunAt', 'attempts'])
    .where('uniqueKey', 'in', keys)
    .where('holder', 'is', null)
    .where('runAt', '>', now)
    .execute();
  if (waiting.length === 0) return;
  const checks = await db
    .selectFrom('checks')
    .select(['recordId', 'kind', 'subject'])
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', ids)
    .execute();
  const checked = new Set(
    checks.map(({ recordId, ...of }) => `${recordId} ${lookKey(ownerId, of as Subject)}`),
  );
  const facts = await dateFacts(db, ownerId, records);
  for (const { uniqueKey, runAt, lastRunAt, attempts } of waiting) {
    const about = looks.get(uniqueKey ?? '') ?? [];
    const [first] = about;
    if (!first) continue;
    // A record that is new below a name which was looked up before.
    const isNew =
      lastRunAt !== null && about.some(({ record }) => !checked.has(`${record.id} ${first.look.key}`));
    const wait = waitOf(
      first.look,
      about.map(({ record }) => record),
      facts,
      { now, timeZone },
    );
    const isLate = attempts === 0 && runAt > now + wait;
    if (!isNew && !isLate) continue;
    await db
      .updateTable('jobs')
      .set({ runAt: isNew ? now : spreadOut(wait, now), setAt: now })
      .where('uniqueKey', '=', uniqueKey)
      .where('holder', 'is', null)
      .where('runAt', '=', runAt)
      .execute();
  }
}

interface Services {
  db: Db;
  config: Pick<Config, 'looksUp' | 'whoisServers'>;
}

/**
 * Keeps the jobs that look up in step with a workspace's records. Jobs that nothing needs any more end by themselves when
 * their time comes.
 */
export const planning = ({ db, config }: Services): Job => ({
  kind: planKind,
  cron: null,
  run: async ({ key, signal, progress, save }) => {
    const [, ownerId = ''] = key.split(' ');
    const workspace = await db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', ownerId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!config.looksUp || !workspace) return undefined;
    const { look, timeZone } = await alertSettingsOf(db, ownerId);
    const [area = '', id = ''] = progress?.split(' ') ?? [];
    for (const each of areas.slice(Math.max(0, areas.indexOf(area as LookedUpArea))))
      await eachChunk(each === area ? id : '', signal, async (after) => {
        const page = { after, limit: rowsAtOnce, named: config.whoisServers };
        const rows = await recordsAfter(db, ownerId, each, page);
        const records = rows.map((row): Planned => {
          const subjects = row.subjects.filter(({ kind }) => look[kind]);
          return {
            ...row,
            looks: subjects.map((subject) => ({ ...subject, key: lookKey(ownerId, subject) })),
          };
        });
        await forgetOutdated(db, ownerId, each, rows);
        await plan(db, ownerId, records, timeZone);
        const last = rows.length === rowsAtOnce ? (rows.at(-1)?.id ?? null) : null;
        if (last !== null) await save(`${each} ${last}`);
        return last;
      });
    // Dates come near without anybody writing.
    return { nextAt: spreadOut(dayMs, Date.now()) };
  },
});

/** Plans for every workspace that has no plan yet: after an upgrade, a restore, or when looking was switched on. */
export const planningAll = ({ db, config }: Services): Job => ({
  kind: 'plan-all-looks',
  cron: '23 * * * *',
  run: async () => {
    if (!config.looksUp) return;
    const workspaces = await db
      .selectFrom('workspaces')
      .select('id')
      .where('deletedAt', 'is', null)
      .execute();
    for (let at = 0; at < workspaces.length; at += rowsAtOnce)
      await enqueueMany(
        db,
        workspaces
          .slice(at, at + rowsAtOnce)
          .map(({ id }) => ({ kind: planKind, uniqueKey: planKey(id), runAt: Date.now() })),
      );
  },
});
