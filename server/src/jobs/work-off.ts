import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/schema.ts';
import type { Job } from './job.ts';
import { countInState } from './list.ts';
import { isQuiet } from './queue.ts';
import { type Timing, Worker } from './worker.ts';

/** What falls due within this time is done, too. */
const quietMs = 2000;
const askedEveryMs = 250;

/**
 * Works all jobs that are due and that fall due meanwhile. Waits for those that another process holds, until they are
 * done, or their lease ends and they are done here.
 */
export async function workOff(
  services: { db: Db; log: FastifyBaseLogger },
  jobs: readonly Job[],
  told: AbortSignal,
  timing?: Timing,
): Promise<{ done: number; failed: number; waiting: number }> {
  const { db } = services;
  const kinds = jobs.map(({ kind }) => kind);
  const worker = new Worker(services, jobs, timing);
  try {
    // The first look adds scheduled jobs that are missing.
    await worker.look();
    while (!told.aborted && !(worker.isIdle && (await isQuiet(db, kinds, Date.now() + quietMs))))
      await pause(askedEveryMs);
  } finally {
    await worker.stop();
  }
  const { done, failed } = worker.ended;
  return { done, failed, waiting: await countInState(db, 'waiting') };
}
