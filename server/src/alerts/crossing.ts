import { dayAt } from '@quartermaster/contract/rules/calendar';
import { wholeOwner } from '../access/owner.ts';
import type { Principal } from '../access/principal.ts';
import type { Config } from '../config.ts';
import { crossKey, crossKind } from '../jobs/due.ts';
import { type Job, JobWaits } from '../jobs/job.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { enqueue } from '../jobs/queue.ts';
import { type Db, globalOwner } from '../db/schema.ts';
import { alertSettingsOf } from '../expiry/alert-settings.ts';
import type { Tables } from '../records/list/record-table.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Pass } from './advance.ts';
import { audienceOf } from './audience.ts';
import { pruneAlerts } from './closing.ts';
import { crossExpiries } from './expiries.ts';
import { crossMachine } from './machine.ts';
import { rulesOf } from './rules.ts';

const everyMs = 10 * 60_000;
const principal: Principal = { kind: 'job', id: crossKind, userId: null };

interface ForJob {
  db: Db;
  keyring: Keyring;
  config: Pick<Config, 'mail' | 'publicUrl'>;
  tables: Tables;
}

/** Compares all that expires in a workspace with its alerts; false if there is no such workspace any more. */
export async function crossWorkspace(
  { db, keyring, config, tables }: ForJob,
  ownerId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', ownerId)
    .where('id', '<>', globalOwner)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!workspace) return false;
  const now = Date.now();
  const owner = wholeOwner(ownerId, principal, await keyring.sealer(ownerId));
  const [settings, rules, audience] = [
    await alertSettingsOf(db, ownerId),
    await rulesOf(db, ownerId),
    await audienceOf(db, config, ownerId),
  ];
  const today = dayAt(now, settings.timeZone);
  const pass: Pass = { db, owner, now, today, signal, settings, audience, publicUrl: config.publicUrl };
  await crossExpiries(pass, rules, tables);
  await crossMachine(pass, rules);
  await pruneAlerts(pass);
  return true;
}

/** When to look again: in ten minutes, or when something wakes. */
async function nextAt(db: Db, ownerId: string): Promise<number> {
  const first = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.min('snoozedUntil').as('at'))
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'SNOOZED')
    .executeTakeFirst();
  return Math.min(Date.now() + everyMs, Number(first?.at ?? Infinity));
}

/** A pass waits for as long as the one before it took, where much changes; less than `jobs run` waits for what is due. */
const longestRestMs = 1500;

/** Until when this process rests from a workspace, by its monotonic clock. */
const rests = new BoundedCache<number>({ max: 1000 });

/** Looks at one workspace; its row stays. */
export const crossing = (services: ForJob): Job => ({
  kind: crossKind,
  cron: null,
  run: async ({ key, signal }) => {
    const ownerId = key.slice(crossKey('').length);
    const began = performance.now();
    const rest = (rests.get(ownerId) ?? 0) - began;
    // A longer one was set by a clock that went back since.
    if (rest > 0 && rest <= longestRestMs) throw new JobWaits(Date.now() + rest);
    const isThere = await crossWorkspace(services, ownerId, signal);
    const ended = performance.now();
    rests.set(ownerId, ended + Math.min(ended - began, longestRestMs));
    return isThere ? { nextAt: await nextAt(services.db, ownerId) } : undefined;
  },
});

/** Sees to it that each workspace is looked at, also after an upgrade or a restored backup. */
export const crossingOfAll = ({ db }: Pick<ForJob, 'db'>): Job => ({
  kind: 'plan-cross',
  cron: '*/10 * * * *',
  run: async ({ signal }) => {
    const missing = await db
      .selectFrom('workspaces')
      .select('id')
      .where('deletedAt', 'is', null)
      .where('id', '<>', globalOwner)
      .where(({ not, exists, selectFrom, val, eb }) =>
        not(
          exists(
            selectFrom('jobs')
              .select('jobs.id')
              .where('jobs.uniqueKey', '=', eb(val(crossKey('')), '||', eb.ref('workspaces.id'))),
          ),
        ),
      )
      .execute();
    for (const { id } of missing) {
      signal.throwIfAborted();
      await enqueue(db, { kind: crossKind, uniqueKey: crossKey(id), runAt: 0 });
    }
  },
});
