import { dayAt, startOfDay } from '@quartermaster/contract/rules/calendar';
import { wholeOwner } from '../access/owner.ts';
import type { Principal } from '../access/principal.ts';
import type { Config } from '../config.ts';
import { crossKey, crossKind } from '../jobs/due.ts';
import { type Job, JobWaits } from '../jobs/job.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { enqueue } from '../jobs/queue.ts';
import { type Db, type Schema, globalOwner } from '../db/schema.ts';
import type { ExpressionBuilder } from 'kysely';
import { alertSettingsOf } from '../expiry/alert-settings.ts';
import type { Tables } from '../records/list/record-table.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { tellNotices } from '../deliveries/notices.ts';
import type { Evaluation } from './advance.ts';
import { audienceOf } from './audience.ts';
import { evaluateChanges } from './changes.ts';
import { pruneAlerts } from './closing.ts';
import { evaluateAll, evaluateDue, evaluateWritten, nextChange, premisesOf, progressOf } from './evaluate.ts';
import { evaluateRecords } from './expiries.ts';
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

/** `startOfDay`, which takes a while, once for each day. */
function dayStarts(timeZone: string): (day: string) => number {
  const known = new BoundedCache<number>({ max: 10_000 });
  return (day) => {
    const start = known.get(day) ?? startOfDay(day, timeZone);
    known.set(day, start);
    return start;
  };
}

/**
 * Evaluates what has changed in a workspace since the last time, by a write or by the clock, or everything if its rules or
 * its calendar have; false if there is no such workspace any more.
 */
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
  const { timeZone } = settings;
  const evaluation: Evaluation = {
    ...{ db, owner, now, signal, settings, audience, publicUrl: config.publicUrl },
    today: dayAt(now, timeZone),
    startOfDay: dayStarts(timeZone),
  };
  const evaluate = async (ids: readonly string[]) => {
    await evaluateRecords(evaluation, rules, tables, ids);
    await evaluateChanges(evaluation, rules, ids);
  };
  await evaluateWritten(evaluation, evaluate);
  await evaluateAll(evaluation, await progressOf(db, ownerId, premisesOf(rules, settings)), evaluate);
  await evaluateDue(evaluation, evaluate);
  await crossMachine(evaluation, rules);
  await tellNotices(db, ownerId);
  await pruneAlerts(evaluation);
  return true;
}

/**
 * Whether a workspace is to be evaluated without a write that makes it due: it never was, or has alerts, look-ups or somebody
 * who is told of the installation's jobs.
 */
const isAlive = ({ or, not, exists, selectFrom }: ExpressionBuilder<Schema, 'workspaces'>) => {
  const rowsOf = (table: 'evaluations' | 'records_to_evaluate' | 'alerts' | 'checks') =>
    exists(selectFrom(table).select(`${table}.ownerId`).whereRef(`${table}.ownerId`, '=', 'workspaces.id'));
  const keepers = selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'ADMIN')
    .whereRef('users.workspaceId', '=', 'workspaces.id');
  const others = (['records_to_evaluate', 'alerts', 'checks'] as const).map(rowsOf);
  return or([not(rowsOf('evaluations')), ...others, exists(keepers)]);
};

/** When to evaluate again: in ten minutes, or when the clock changes an alert; null: when something is written. */
async function nextEvaluation(db: Db, ownerId: string): Promise<number | null> {
  const alive = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', ownerId)
    .where(isAlive)
    .executeTakeFirst();
  return alive ? Math.min(Date.now() + everyMs, (await nextChange(db, ownerId)) ?? Infinity) : null;
}

/** An evaluation waits for as long as the one before took, where much changes; less than `jobs run` waits for what is due. */
const longestRestMs = 1500;

/** Until when this process rests from a workspace, by its monotonic clock. */
const rests = new BoundedCache<number>({ max: 1000 });

/** Evaluates one workspace; its row stays unless the workspace is empty. */
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
    const nextAt = isThere ? await nextEvaluation(services.db, ownerId) : null;
    return nextAt === null ? undefined : { nextAt };
  },
});

/** Sees to it that each workspace is evaluated once, also after an upgrade or a restored backup, and goes on if it was lost. */
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
      .where(isAlive)
      .execute();
    for (const { id } of missing) {
      signal.throwIfAborted();
      await enqueue(db, { kind: crossKind, uniqueKey: crossKey(id), runAt: 0 });
    }
  },
});
