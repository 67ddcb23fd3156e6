import type { FastifyBaseLogger } from 'fastify';
import { faultOf } from '../db/faults.ts';
import { OutageError } from '../db/outage-error.ts';
import type { Db } from '../db/schema.ts';
import { type Job, JobFailure, JobWaits } from './job.ts';
import { release, removeHeld, updateHeld } from './leases.ts';
import { type JobRow, backoffMs } from './queue.ts';
import { nextRun } from './schedule.ts';

/** What the runs of a worker have in common. */
export interface Running {
  db: Db;
  log: FastifyBaseLogger;
  leaseMs: number;
  stopping: AbortSignal;
  /** Ends of runs that did not get through to the database; the worker does them at its next look that succeeds. */
  unstored: (() => Promise<void>)[];
}

/** What became of a run. Left: it was interrupted, or gave its worker back. */
export type RunOutcome = 'done' | 'failed' | 'left';

class LeaseLost extends Error {}

/** Whoever waits for less would be claimed again and again. */
const shortestWaitMs = 100;

/** An allow-list: a database's error may contain rows. */
export const loggable = (error: unknown) => {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return { name: typeof name === 'string' ? name : 'unknown', ...(typeof code === 'string' && { code }) };
};

/** Stores how a run ended: now, or once the database answers. Each end is of a holder, so that it may be stored twice. */
async function store({ unstored }: Pick<Running, 'unstored'>, end: () => Promise<void>): Promise<void> {
  try {
    await end();
  } catch (error) {
    if (faultOf(error) === null) throw error;
    unstored.push(end);
  }
}

const finish = (running: Running, { cron }: Job, row: JobRow, holder: string, nextAt?: number) => {
  const { db } = running;
  const now = Date.now();
  const runAt = nextAt ?? (cron === null ? null : nextRun(cron, now));
  return store(running, async () => {
    if (runAt === null && (await removeHeld(db, row, holder))) return;
    const done = { lastRunAt: now, attempts: 0, progress: null, lastError: null };
    await release(db, row, holder, runAt ?? now, done);
  });
};

/** Releases the lease of a run that did not end well. */
async function breakOff(
  running: Running,
  { row, holder, error, lost }: { row: JobRow; holder: string; error: unknown; lost: AbortSignal },
): Promise<RunOutcome> {
  const { db, log, stopping } = running;
  const { kind, attempts: before } = row;
  if (lost.aborted) log.warn({ kind }, 'a job lost its lease');
  const now = Date.now();
  // None counts as an attempt: the next run continues from the saved progress.
  if (lost.aborted || stopping.aborted || error instanceof JobWaits || error instanceof OutageError) {
    const isToWait = error instanceof JobWaits && !stopping.aborted;
    const runAt = isToWait ? Math.max(error.until, now + shortestWaitMs) : now;
    await store(running, () => release(db, row, holder, runAt, { attempts: before }));
    return 'left';
  }
  const attempts = before + 1;
  const isSaid = error instanceof JobFailure;
  const reason = isSaid ? { reason: error.message } : loggable(error);
  // What others did not answer is theirs, and said where it is shown; the rest is a fault of ours.
  log[isSaid ? error.level : 'error']({ kind, attempts, ...reason }, 'a job failed');
  const retryAt = (isSaid ? error.retryAt : null) ?? now + backoffMs(attempts);
  const lastError = Object.values(reason).join(' ');
  await store(running, () => release(db, row, holder, retryAt, { lastRunAt: now, lastError }));
  return 'failed';
}

/** Runs a claimed job, renewing its lease three times in its length, and releases it. */
export async function runHeld(running: Running, job: Job, row: JobRow, holder: string): Promise<RunOutcome> {
  const { db, log, leaseMs, stopping } = running;
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  let renewedAt = performance.now();
  let leasedUntil = 0;
  const renew = async (changes: Partial<JobRow> = {}) => {
    const asked = performance.now();
    // Other processes detect a renewal by the changed value, even if the clock stands still or is set back.
    const next = Date.now() + leaseMs;
    leasedUntil = next === leasedUntil ? next + 1 : next;
    if (!(await updateHeld(db, row, holder, { ...changes, leasedUntil }))) {
      lost.abort();
      throw new LeaseLost();
    }
    renewedAt = asked;
  };
  const timer = setInterval(() => {
    renew().catch(() => {
      // Another process may take it over once the whole lease has passed.
      if (performance.now() - renewedAt > (leaseMs * 2) / 3) lost.abort();
    });
  }, leaseMs / 3);
  const began = performance.now();
  const { uniqueKey, attempts: failures, progress } = row;
  const save = (saved: string) => renew({ progress: saved });
  try {
    const next = await job.run({ signal, key: uniqueKey ?? row.kind, failures, progress, save });
    clearInterval(timer);
    await finish(running, job, row, holder, next?.nextAt);
    const duration = Math.round(performance.now() - began);
    // Some run every half a minute: what they did is in the table of jobs.
    log.debug({ kind: job.kind, duration }, 'job done');
    return 'done';
  } catch (error) {
    clearInterval(timer);
    return breakOff(running, { row, holder, error, lost: lost.signal });
  }
}
