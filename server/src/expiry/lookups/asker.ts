import type { Db } from '../../db/schema.ts';
import type { FastifyBaseLogger } from 'fastify';
import { type Window, oncePerSecond, stopQueue, takeTurn } from '../../jobs/buckets.ts';
import { type JobRun, JobWaits } from '../../jobs/job.ts';
import type { Egress } from '../../net/egress.ts';
import type { Config } from '../../config.ts';

export const deadlineMs = 10_000;
/** After an answer that took so long, or a silence, the workspace's other look-ups there let those of others go first. */
export const slowMs = deadlineMs / 2;
const pauseAfterSlowMs = 30_000;

/** What look-ups ask with. */
export interface Asker {
  db: Db;
  /** The workspace that it is for. */
  ownerId: string;
  egress: Egress;
  log: FastifyBaseLogger;
  config: Pick<Config, 'rdapBootstrap' | 'whoisServers'>;
  /**
   * Asks a server, named by host and port or by its address, when it is its turn. Until then, the job gives its worker
   * back; `place` is where it goes on.
   */
  inTurn: <T>(
    server: string,
    ask: () => Promise<T>,
    options?: { place?: string; windows?: readonly Window[] },
  ) => Promise<T>;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Where a job that had to wait goes on; null: at the start. */
  place: string | null;
}

/** A job that has waited, or goes ahead of the queue, has its place in a progress that may be empty. */
export const aheadOfQueue = '';

export const askerOf = (
  services: Pick<Asker, 'db' | 'egress' | 'config' | 'log' | 'ownerId'>,
  { progress, save, signal }: Pick<JobRun, 'progress' | 'save' | 'signal'>,
): Asker => ({
  ...services,
  signal,
  place: progress === aheadOfQueue ? null : progress,
  inTurn: async (server, ask, { place = aheadOfQueue, windows = oncePerSecond } = {}) => {
    const { db, ownerId: queue } = services;
    const turn = await takeTurn(db, server, windows, { queue, hasWaited: progress !== null });
    if ('until' in turn) {
      await save(place);
      throw new JobWaits(turn.until);
    }
    const began = performance.now();
    try {
      return await ask();
    } finally {
      if (performance.now() - began > slowMs)
        await stopQueue(db, server, queue, Date.now() + pauseAfterSlowMs);
      await turn.end();
    }
  },
});
