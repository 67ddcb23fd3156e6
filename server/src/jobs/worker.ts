import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import { inBackground } from '../db/background.ts';
import { faultOf } from '../db/faults.ts';
import { OutageError } from '../db/outage-error.ts';
import type { Db } from '../db/schema.ts';
import { type RunOutcome, type Running, loggable, runHeld } from './held-run.ts';
import type { Job } from './job.ts';
import { Lateness } from './lateness.ts';
import { LeaseWatch } from './lease-watch.ts';
import { claim, release } from './leases.ts';
import { NextOfEach } from './next-of-each.ts';
import { type JobRow, nextDue, openJobs, restartWaits } from './queue.ts';
import { schedule } from './schedule.ts';
import { Turns } from './turns.ts';

/** Most of them wait for answers from outside. */
const maxRunning = 16;
/** So many due jobs of a kind are read at once. */
const dueOfEach = maxRunning * 2;
/** Jobs that fall due one after the other are looked for together. */
const shortestPauseMs = 100;
/** After a look that failed. */
const afterFaultMs = 1000;

export interface Timing {
  /** The longest time between two looks at the queue. */
  lookMs: number;
  /** How long a lease lasts without renewal. */
  leaseMs: number;
}

/** Runs queued jobs in this process; each job runs in only one of the processes that share the database. */
export class Worker {
  readonly #running: Running;
  readonly #jobs: readonly Job[];
  readonly #kinds: readonly string[];
  readonly #lookMs: number;
  readonly #watch: LeaseWatch;
  readonly #lateness: Lateness;
  readonly #turns = new Turns();
  readonly #nextOfEach = new NextOfEach();
  readonly #runs = new Map<string, Pick<JobRow, 'kind' | 'ownerId'> & { end: Promise<void> }>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** What became of the runs that ended. */
  readonly ended: Record<RunOutcome, number> = { done: 0, failed: 0, left: 0 };

  /** Looks at the queue now, whenever a job falls due or ends, and at every interval. */
  constructor(
    { db, log }: { db: Db; log: FastifyBaseLogger },
    jobs: readonly Job[],
    { lookMs, leaseMs }: Timing = { lookMs: 5000, leaseMs: 60_000 },
  ) {
    this.#running = {
      db: inBackground(db),
      log,
      leaseMs,
      stopping: this.#stopping.signal,
      unstored: [],
    };
    this.#jobs = jobs;
    this.#kinds = jobs.map(({ kind }) => kind);
    this.#lookMs = lookMs;
    this.#watch = new LeaseWatch(leaseMs, lookMs * 2);
    this.#lateness = new Lateness(this.#running.db, lookMs);
    void this.look();
  }

  /** Starts due jobs; resolves once they have started. A look that has not begun serves all who ask for one. */
  look(): Promise<void> {
    this.#next ??= this.#looking.then(async () => {
      this.#next = undefined;
      if (this.#stopping.signal.aborted) return;
      let nextAt: number | null = null;
      try {
        nextAt = await this.#claimDue(Date.now());
      } catch (error) {
        // The log has a line of an outage.
        const level = error instanceof OutageError ? 'debug' : 'error';
        this.#running.log[level](loggable(error), 'the job queue could not be read');
        nextAt = Date.now() + afterFaultMs;
      }
      this.#plan(nextAt);
    });
    return (this.#looking = this.#next);
  }

  /** Whether nothing runs here. */
  get isIdle(): boolean {
    return this.#runs.size === 0;
  }

  /** Waits for running jobs to end, or to stop between steps and release their lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(Array.from(this.#runs.values(), ({ end }) => end));
    await this.#storeEnds().catch(() => undefined);
  }

  /** The clock may jump, so that no pause is longer than the interval. */
  #plan(nextAt: number | null): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted) return;
    const pause = nextAt === null ? this.#lookMs : Math.max(nextAt - Date.now(), shortestPauseMs);
    this.#timer = setTimeout(() => void this.look(), Math.min(pause, this.#lookMs));
  }

  /** Returns when the next job falls due. */
  async #claimDue(now: number): Promise<number | null> {
    const { db } = this.#running;
    await this.#storeEnds();
    await schedule(db, this.#jobs, now);
    await restartWaits(db, this.#kinds, now);
    const open = await this.#open(now);
    const free = this.#watch.free(open).filter(({ id }) => !this.#runs.has(id));
    while (this.#runs.size < maxRunning && !this.#stopping.signal.aborted) {
      const row = this.#turns.next(free, [...this.#runs.values()]);
      if (!row) break;
      await this.#start(row);
    }
    await this.#lateness.note(this.#kinds, now);
    return nextDue(db, now);
  }

  /** Throws while the database does not answer. */
  async #storeEnds(): Promise<void> {
    const { unstored } = this.#running;
    for (let end = unstored[0]; end; end = unstored[0]) {
      await end().catch((error: unknown) => {
        if (faultOf(error) !== null) throw error;
      });
      unstored.shift();
    }
  }

  /** A claim that was not answered may have taken the job, so that it is given back. */
  async #claim(row: JobRow, holder: string): Promise<boolean> {
    const { db, leaseMs, unstored } = this.#running;
    try {
      return await claim(db, row, holder, leaseMs);
    } catch (error) {
      const { attempts, runAt } = row;
      unstored.push(() => release(db, row, holder, runAt, { attempts }));
      throw error;
    }
  }

  /** Jobs that are leased, and the first that are due: of each kind, and of each workspace where not all are read. */
  async #open(now: number): Promise<JobRow[]> {
    const { db } = this.#running;
    const open = await openJobs(db, this.#kinds, now, dueOfEach);
    const due = open.filter(({ holder, ownerId }) => holder === null && ownerId !== null);
    const full = this.#kinds.filter((each) => due.filter(({ kind }) => kind === each).length >= dueOfEach);
    const others = await Promise.all(full.map((kind) => this.#nextOfEach.rows(db, kind, now)));
    return [...new Map([...open, ...others.flat()].map((row) => [row.id, row])).values()];
  }

  async #start(row: JobRow): Promise<void> {
    const { log } = this.#running;
    const job = this.#jobs.find(({ kind }) => kind === row.kind);
    const holder = uuid();
    if (!job || !(await this.#claim(row, holder))) return;
    const end = runHeld(this.#running, job, row, holder)
      .then((outcome) => void (this.ended[outcome] += 1))
      .catch((error: unknown) => log.error({ kind: row.kind, ...loggable(error) }, 'a job was left'))
      .finally(() => {
        this.#runs.delete(row.id);
        void this.look();
      });
    this.#runs.set(row.id, { kind: row.kind, ownerId: row.ownerId, end });
  }
}
