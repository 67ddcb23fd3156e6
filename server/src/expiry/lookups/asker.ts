import type { Db } from '../../db/schema.ts';
import { oncePerSecond, takeTurn } from '../../jobs/buckets.ts';
import { type JobRun, JobWaits } from '../../jobs/job.ts';
import type { Egress } from '../../net/egress.ts';
import type { Config } from '../../config.ts';

export const deadlineMs = 10_000;

/** What look-ups ask with. */
export interface Asker {
  db: Db;
  egress: Egress;
  config: Pick<Config, 'rdapBootstrap' | 'whoisServers'>;
  /**
   * Asks a server, named by host and port, when it is its turn. Until then, the job gives its worker back; `place` is
   * where it goes on.
   */
  inTurn: <T>(server: string, ask: () => Promise<T>, place?: string) => Promise<T>;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Where a job that had to wait goes on; null: at the start. */
  place: string | null;
}

/** A job that has waited, or goes ahead of the queue, has its place in a progress that may be empty. */
export const aheadOfQueue = '';

export const askerOf = (
  services: Pick<Asker, 'db' | 'egress' | 'config'>,
  { progress, save, signal }: Pick<JobRun, 'progress' | 'save' | 'signal'>,
): Asker => ({
  ...services,
  signal,
  place: progress === aheadOfQueue ? null : progress,
  inTurn: async (server, ask, place = aheadOfQueue) => {
    const turn = await takeTurn(services.db, server, oncePerSecond, progress !== null);
    if ('until' in turn) {
      await save(place);
      throw new JobWaits(turn.until);
    }
    try {
      return await ask();
    } finally {
      await turn.end();
    }
  },
});
