import type { EventEmitter } from 'node:events';
import PQueue from 'p-queue';

/** The client closed its connection while its work was waiting. */
export class ClientLeft extends Error {}

/** A queue for each key, kept while anything runs or waits in it. */
export class KeyedQueues {
  readonly #concurrency: number;
  readonly #queues = new Map<string, PQueue>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** The number of keys with work. */
  get size(): number {
    return this.#queues.size;
  }

  running(key: string): number {
    return this.#queues.get(key)?.pending ?? 0;
  }

  waiting(key: string): number {
    return this.#queues.get(key)?.size ?? 0;
  }

  /**
   * Runs work once fewer than `concurrency` of this key run. Work that waits is dropped, with ClientLeft, when its
   * client's connection closes; work that has begun keeps its place until it ends.
   */
  async run<T>(key: string, work: () => Promise<T>, client?: EventEmitter): Promise<T> {
    const queue = this.#queues.get(key) ?? new PQueue({ concurrency: this.#concurrency });
    this.#queues.set(key, queue);
    try {
      const isFree = queue.pending < this.#concurrency;
      return await (isFree || !client ? queue.add(work) : addFor(client, queue, work));
    } finally {
      if (queue.size + queue.pending === 0) this.#queues.delete(key);
    }
  }
}

function addFor<T>(client: EventEmitter, queue: PQueue, work: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const leave = () => waiting.abort(new ClientLeft());
  client.once('close', leave);
  const begin = () => {
    client.off('close', leave);
    return work();
  };
  return queue.add(begin, { signal: waiting.signal });
}
