import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/schema.ts';
import type { Job } from './job.ts';
import { LeaseWatch } from './lease-watch.ts';
import { type JobRow, backoffMs, claim, openJobs, released, removeHeld, updateHeld } from './queue.ts';
import { nextRun, schedule } from './schedule.ts';

const maxRunning = 4;

interface Timing {
  /** The polling interval. */
  lookMs: number;
  /** How long a lease lasts without renewal; it is renewed three times in that time. */
  leaseMs: number;
}

class LeaseLost extends Error {}

/** An allow-list: a database's error may contain rows. */
const loggable = (error: unknown) => {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return { name: typeof name === 'string' ? name : 'unknown', ...(typeof code === 'string' && { code }) };
};

/** Runs queued jobs in this process; each job runs in only one of the processes that share the database. */
export class Worker {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #jobs: readonly Job[];
  readonly #leaseMs: number;
  readonly #watch: LeaseWatch;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  /** Polls the queue now and at every interval. */
  constructor(
    { db, log }: { db: Db; log: FastifyBaseLogger },
    jobs: readonly Job[],
    { lookMs, leaseMs }: Timing = { lookMs: 10_000, leaseMs: 60_000 },
  ) {
    this.#db = db;
    this.#log = log;
    this.#jobs = jobs;
    this.#leaseMs = leaseMs;
    this.#watch = new LeaseWatch(leaseMs);
    this.#timer = setInterval(() => void this.look(), lookMs);
    void this.look();
  }

  /** Starts due jobs; resolves once they have started. */
  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#claimDue())
      .catch((error: unknown) => {
        this.#log.error(loggable(error), 'the job queue could not be read');
      });
    return this.#looking;
  }

  /** Waits for running jobs to end, or to stop between steps and release their lease. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#looking;
    await Promise.all(this.#running.values());
  }

  async #claimDue(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const now = Date.now();
    await schedule(this.#db, this.#jobs, now);
    const kinds = this.#jobs.map(({ kind }) => kind);
    const free = this.#watch.free(await openJobs(this.#db, kinds, now));
    for (const row of free) {
      const job = this.#jobs.find(({ kind }) => kind === row.kind);
      if (!job || this.#running.has(row.id)) continue;
      if (this.#stopping.signal.aborted || this.#running.size >= maxRunning) return;
      const holder = uuid();
      if (!(await claim(this.#db, row, holder, Date.now() + this.#leaseMs))) continue;
      const run = this.#run(job, row, holder)
        .catch((error: unknown) => this.#log.error({ kind: row.kind, ...loggable(error) }, 'a job was left'))
        .finally(() => this.#running.delete(row.id));
      this.#running.set(row.id, run);
    }
  }

  async #run(job: Job, row: JobRow, holder: string): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
    let renewedAt = performance.now();
    let leasedUntil = 0;
    const renew = async (changes: Partial<JobRow> = {}) => {
      const asked = performance.now();
      // Other processes detect a renewal by the changed value, even if the clock stands still or is set back.
      const next = Date.now() + this.#leaseMs;
      leasedUntil = next === leasedUntil ? next + 1 : next;
      if (!(await updateHeld(this.#db, row, holder, { ...changes, leasedUntil }))) {
        lost.abort();
        throw new LeaseLost();
      }
      renewedAt = asked;
    };
    const timer = setInterval(() => {
      renew().catch(() => {
        // Another process may take it over once the whole lease has passed.
        if (performance.now() - renewedAt > (this.#leaseMs * 2) / 3) lost.abort();
      });
    }, this.#leaseMs / 3);
    const began = performance.now();
    try {
      await job.run({ signal, progress: row.progress, save: (progress) => renew({ progress }) });
      clearInterval(timer);
      await this.#finish(job, row, holder);
      const duration = Math.round(performance.now() - began);
      this.#log.info({ kind: job.kind, duration }, 'job done');
    } catch (error) {
      clearInterval(timer);
      await this.#breakOff(error, row, holder, lost.signal);
    }
  }

  async #finish({ cron }: Job, row: JobRow, holder: string): Promise<void> {
    if (cron === null) return removeHeld(this.#db, row, holder);
    const now = Date.now();
    const done = { runAt: nextRun(cron, now), lastRunAt: now, attempts: 0, progress: null, lastError: null };
    await updateHeld(this.#db, row, holder, { ...released, ...done });
  }

  async #breakOff(error: unknown, row: JobRow, holder: string, lost: AbortSignal): Promise<void> {
    const { kind, attempts: before } = row;
    if (lost.aborted) return this.#log.warn({ kind }, 'a job lost its lease');
    if (this.#stopping.signal.aborted) {
      // This does not count as an attempt: the next process continues from the saved progress.
      await updateHeld(this.#db, row, holder, { ...released, attempts: before });
      return;
    }
    const attempts = before + 1;
    const reason = loggable(error);
    const now = Date.now();
    this.#log.error({ kind, attempts, ...reason }, 'a job failed');
    await updateHeld(this.#db, row, holder, {
      ...released,
      runAt: Math.round(now + backoffMs(attempts)),
      lastRunAt: now,
      lastError: Object.values(reason).join(' '),
    });
  }
}
