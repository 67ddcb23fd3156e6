import type { FastifyBaseLogger } from 'fastify';
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

async function finish({ db }: Running, { cron }: Job, row: JobRow, holder: string, nextAt?: number) {
  const now = Date.now();
  const runAt = nextAt ?? (cron === null ? null : nextRun(cron, now));
  if (runAt === null && (await removeHeld(db, row, holder))) return;
  const done = { lastRunAt: now, attempts: 0, progress: null, lastError: null };
  await release(db, row, holder, runAt ?? now, done);
}

/** Releases the lease of a run that did not end well. */
async function breakOff(
  { db, log, stopping }: Running,
  { row, holder, error, lost }: { row: JobRow; holder: string; error: unknown; lost: AbortSignal },
): Promise<RunOutcome> {
  const { kind, attempts: before } = row;
  if (lost.aborted) {
    log.warn({ kind }, 'a job lost its lease');
    return 'left';
  }
  const now = Date.now();
  // Neither counts as an attempt: the next run continues from the saved progress.
  if (stopping.aborted || error instanceof JobWaits) {
    const until = stopping.aborted ? now : Math.max((error as JobWaits).until, now + shortestWaitMs);
    await release(db, row, holder, until, { attempts: before });
    return 'left';
  }
  const attempts = before + 1;
  const isSaid = error instanceof JobFailure;
  const reason = isSaid ? { reason: error.message } : loggable(error);
  // What others did not answer is theirs, and said where it is shown; the rest is a fault of ours.
  log[isSaid ? 'info' : 'error']({ kind, attempts, ...reason }, 'a job failed');
  const retryAt = (isSaid ? error.retryAt : null) ?? now + backoffMs(attempts);
  const lastError = Object.values(reason).join(' ');
  await release(db, row, holder, retryAt, { lastRunAt: now, lastError });
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
    log.info({ kind: job.kind, duration }, 'job done');
    return 'done';
  } catch (error) {
    clearInterval(timer);
    return breakOff(running, { row, holder, error, lost: lost.signal });
  }
}
