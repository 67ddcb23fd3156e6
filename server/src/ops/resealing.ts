import { setTimeout as pause } from 'node:timers/promises';
import { type Position, resealingKind, storedPosition } from '../access/resealing-progress.ts';
import type { Db } from '../db/schema.ts';
import { deleteImportsSealedWith } from '../features/imports/imports.store.ts';
import type { Job, JobRun } from '../jobs/job.ts';
import { refingerprint } from '../records/history/refingerprint.ts';
import { type RotatedKeys, type SealedTable, resealChunk, sealedTables } from './reseal-rows.ts';
import { noticedWithinMs } from '../secrets/keyring.ts';
import { WorkspaceSealer } from '../secrets/sealer.ts';
import { masterKeys } from '../secrets/master-key.ts';
import {
  activateNextKeys,
  announceKeys,
  deleteOldSigningKeys,
  deleteRetiredKeys,
  isRotating,
  markOfNextKeys,
  ownersWithOldKeys,
  retireKeys,
} from '../access/key-rotation.ts';
import { type StatefulKey, unwrap, wrappedKeysOf } from '../secrets/wrapped-keys.ts';
import type { Services } from '../services.ts';

const savedEveryMs = 1000;
const loggedEveryMs = 5000;

/**
 * First reseal the records, while processes may still seal with the old keys. Then retire those keys, so that nothing
 * more is written with them, and go over the records once more, and over the history.
 */
const steps: readonly { table: SealedTable | 'secret_changes'; retired: boolean }[] = [
  ...sealedTables.map((table) => ({ table, retired: false })),
  ...sealedTables.map((table) => ({ table, retired: true })),
  { table: 'changes', retired: true },
  // The key of fingerprints is derived from the workspace's.
  { table: 'secret_changes', retired: true },
];

async function rowsOf(db: Db, owners: readonly string[]): Promise<number> {
  let total = 0;
  for (const { table } of steps)
    for (let start = 0; start < owners.length; start += 500) {
      const { count } = await db
        .selectFrom(table as 'domains')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ownerId', 'in', owners.slice(start, start + 500))
        .executeTakeFirstOrThrow();
      total += count;
    }
  return total;
}

/** Activates the new keys, after every process has had time to learn of them. */
async function activate(db: Db, signal: AbortSignal, noticedMs: number): Promise<void> {
  const mark = await markOfNextKeys(db);
  if (mark === null) return;
  await pause(noticedMs, undefined, { signal });
  await activateNextKeys(db, mark, Date.now());
}

interface Run extends JobRun {
  services: Pick<Services, 'db' | 'config' | 'log'>;
  at: Position;
  damaged: number;
  savedAt: number;
  loggedAt: number;
}

async function report(run: Run): Promise<void> {
  const { at, services } = run;
  const now = performance.now();
  if (now - run.savedAt > savedEveryMs) {
    run.savedAt = now;
    await run.save(JSON.stringify(at));
  }
  if (now - run.loggedAt > loggedEveryMs) {
    run.loggedAt = now;
    services.log.info({ done: at.done, total: at.total }, 'resealing secrets');
  }
}

async function refingerprinted(db: Db, { ownerId, current, old }: RotatedKeys, after: string) {
  const sealer = new WorkspaceSealer(ownerId, [{ ...current, state: 'current', since: 0 }]);
  const { last, changes } = await refingerprint(db, ownerId, sealer, old.keys(), after);
  return { last, rows: changes, damaged: 0 };
}

async function resealTable(
  run: Run,
  keys: RotatedKeys,
  { table, retired }: (typeof steps)[number],
): Promise<void> {
  const { at, signal, services } = run;
  for (;;) {
    signal.throwIfAborted();
    const began = performance.now();
    const { last, rows, damaged } =
      table === 'secret_changes'
        ? await refingerprinted(services.db, keys, at.after)
        : await resealChunk(services.db, keys, table, at.after);
    if (retired) run.damaged += damaged;
    at.done = Math.min(at.total, at.done + rows);
    at.after = last ?? '';
    await report(run);
    if (last === null) return;
    // Let others write: SQLite has one writer at a time.
    await pause(performance.now() - began);
  }
}

async function resealOwner(run: Run, owner: string): Promise<void> {
  const { services, at } = run;
  const { db, config } = services;
  const masters = masterKeys(config.masterKey);
  const rows = (await wrappedKeysOf(db, [owner])).get(owner) ?? [];
  const all: StatefulKey[] = rows.map((row) => unwrap(masters, row));
  const current = all.find(({ state }) => state === 'current');
  const old = new Map(all.filter(({ state }) => /^retir/.test(state)).map((key) => [key.id, key]));
  if (!current || old.size === 0) return;
  const resumed = at.owner === owner && at.key === current.id;
  if (!resumed) Object.assign(at, { owner, key: current.id, step: 0, after: '' });
  for (; at.step < steps.length; at.step += 1, at.after = '') {
    const step = steps[at.step];
    if (!step) break;
    if (step.retired && at.after === '') await retireKeys(db, owner, [...old.keys()], Date.now());
    await resealTable(run, { ownerId: owner, current, old }, step);
  }
  await deleteImportsSealedWith(db, owner, [...old.keys()]);
  await deleteRetiredKeys(db, owner, [...old.keys()]);
}

const newPosition = (total: number): Position => ({ done: 0, total, owner: '', key: '', step: 0, after: '' });

/**
 * Completes rotations: activates the new keys, reseals every secret, deletes the old keys. It can be killed at any
 * moment; `noticedMs` is how long processes need to learn of a new key.
 */
export const resealing = (
  services: Pick<Services, 'db' | 'config' | 'log'>,
  noticedMs = noticedWithinMs,
): Job => ({
  kind: resealingKind,
  cron: '*/15 * * * *',
  run: async (job) => {
    const { db, log } = services;
    await deleteOldSigningKeys(db, Date.now());
    for (let resumed = storedPosition(job.progress); await isRotating(db); resumed = null) {
      await activate(db, job.signal, noticedMs);
      const owners = await ownersWithOldKeys(db);
      const at = resumed ?? newPosition(await rowsOf(db, owners));
      const run: Run = { ...job, services, at, damaged: 0, savedAt: -Infinity, loggedAt: -Infinity };
      for (const owner of owners) await resealOwner(run, owner);
      // Values that could not be resealed still name deleted keys. Processes must forget those keys, so that writes of
      // such values are refused.
      await announceKeys(db, Date.now());
      log.info({ done: at.total, total: at.total, damaged: run.damaged }, 'secrets resealed');
    }
  },
});
