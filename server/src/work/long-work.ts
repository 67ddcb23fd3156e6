import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, Sender } from '../access/caller.ts';
import { callerLater } from '../access/current.ts';
import { type Owner, wholeOwner } from '../access/owner.ts';
import { faultOf } from '../db/faults.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import type { Job } from '../jobs/job.ts';
import { enqueue, removeWaiting } from '../jobs/queue.ts';
import { AppError } from '../lib/errors.ts';
import type { Keyring } from '../secrets/keyring.ts';

/** What a request is found by. */
export interface Place {
  ownerId: string;
  requestId: string;
  /** The key with which it is asked, where it can be asked with another one later. */
  key?: string | null;
}

/**
 * Work that may outlive the request for it. What is asked, by whom and with which key is stored before it begins, and the
 * answer in the transaction that does it. A run whose process died is therefore repeated whole, and of two at once one
 * changes anything.
 */
export interface LongWork<R> {
  /** That of its jobs. */
  kind: string;
  /** All requests that are not answered. */
  open: () => Promise<Place[]>;
  /** A request that is not answered; in a transaction it is locked. */
  find: (db: Db, place: Place) => Promise<R | undefined>;
  sender: (owner: Owner, request: R) => Sender;
  /** Does it in one transaction, which finds the request first and stores the answer. */
  run: (caller: Caller, request: R, signal: AbortSignal) => Promise<void>;
  /** Stores why it was refused as a whole. */
  refuse: (tx: Tx, owner: Owner, request: R, error: AppError) => Promise<void>;
}

/** How long a request waits for the end of its work. */
const waitMs = 10_000;
/** From then on the process that began it in a request is taken for dead. */
const abandonedMs = 60_000;
/** So often a job repeats what failed by a fault of ours. */
const repeatedAtMost = 3;

const jobKey = (kind: string, { requestId }: Place): string => `${kind} ${requestId}`;

/** Has a job do what is stored in this transaction: at once, or if the process dies that does it in the request. */
export const enqueueWork = (db: Db, kind: string, place: Place, isBegun = false): Promise<void> =>
  enqueue(db, {
    kind,
    uniqueKey: jobKey(kind, place),
    runAt: Date.now() + (isBegun ? abandonedMs : 0),
    progress: JSON.stringify(place),
  });

/** Whether the same may succeed later: the database does not answer, or others are being served. */
const isPassing = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED'
    : ['full', 'unavailable'].includes(faultOf(error) ?? '');

/** Keeps a refusal as the answer; throws anything else, which a job repeats. */
async function answerWith<R>(db: Db, work: LongWork<R>, owner: Owner, place: Place, error: unknown) {
  if (!(error instanceof AppError) || isPassing(error)) throw error;
  await transaction(db, async (tx) => {
    const request = await work.find(tx, place);
    if (request !== undefined) await work.refuse(tx, owner, request, error);
  });
}

/** What this process does in requests, by the keys of the jobs. */
const running = new Map<string, Promise<void>>();

/**
 * Does work within its request, once at a time in this process. Returns after ten seconds, too, while it goes on. Throws
 * what it was refused for.
 */
export async function doInRequest<R>(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  work: LongWork<R>,
  caller: Caller,
  request: R,
  place: Place,
): Promise<void> {
  const key = jobKey(work.kind, place);
  const attempt = async () => {
    // The answer may be sent before a batch exists.
    const later = { ...caller, onBatch: () => undefined };
    let refusal: Error | undefined;
    await work.run(later, request, new AbortController().signal).catch(async (error: unknown) => {
      await answerWith(db, work, caller.owner, place, error);
      refusal = error as Error;
    });
    await removeWaiting(db, key);
    if (refusal) throw refusal;
  };
  const done = running.get(key) ?? attempt().finally(() => running.delete(key));
  running.set(key, done);
  const late = new AbortController();
  try {
    await Promise.race([done, pause(waitMs, undefined, { signal: late.signal }).catch(() => undefined)]);
  } finally {
    late.abort();
    done.catch(({ name }: Error) => log.warn({ kind: work.kind, name }, 'work was not done in its request'));
  }
}

/** The job that does stored work, with the rights that its sender has by now. */
export const workJob = <R>(
  { db, keyring }: { db: Db; keyring: Pick<Keyring, 'sealer'> },
  work: LongWork<R>,
): Job => ({
  kind: work.kind,
  cron: null,
  isAskedFor: true,
  run: async ({ progress, signal, failures }) => {
    // One of 0.2.0 came by the clock and had no request.
    if (progress === null) return;
    const place = JSON.parse(progress) as Place;
    const request = await work.find(db, place);
    if (request === undefined) return;
    const sealer = await keyring.sealer(place.ownerId);
    const owner = wholeOwner(place.ownerId, { kind: 'job', id: work.kind, userId: null }, sealer);
    try {
      const caller = await callerLater(db, work.sender(owner, request), place.ownerId, sealer);
      await (running.get(jobKey(work.kind, place)) ?? work.run(caller, request, signal));
    } catch (error) {
      const isOver = !signal.aborted && !isPassing(error) && failures >= repeatedAtMost;
      const fault = new AppError('INTERNAL_ERROR', 'Something went wrong on our side');
      await answerWith(db, work, owner, place, isOver && !(error instanceof AppError) ? fault : error);
    }
  },
});

/** The job that gives unanswered requests their jobs again: a backup has none. */
export const resuming = (db: Db, works: readonly Pick<LongWork<never>, 'kind' | 'open'>[]): Job => ({
  kind: 'resume-work',
  cron: '* * * * *',
  run: async () => {
    for (const { kind, open } of works) for (const place of await open()) await enqueueWork(db, kind, place);
  },
});
