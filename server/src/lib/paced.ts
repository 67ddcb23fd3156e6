import { setImmediate } from 'node:timers/promises';

const turnMs = 5;

/**
 * Returns a function to call after each item: a promise to await once 5 ms have passed, otherwise null. By time, because
 * the work for each item varies; awaiting every item would cost more than many of them.
 */
export function pacer(): () => Promise<void> | null {
  let began = performance.now();
  const yieldTurn = async () => {
    await setImmediate();
    began = performance.now();
  };
  return () => (performance.now() - began < turnMs ? null : yieldTurn());
}

/** Does something to each item, paced. */
export async function pacedEach<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  const due = pacer();
  for (const item of items) {
    act(item);
    const turn = due();
    if (turn) await turn;
  }
}

/** `Array.map`, paced. */
export async function pacedMap<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  await pacedEach(items, (item) => void results.push(map(item)));
  return results;
}

/** Splits into chunks of at most `size` items and about a mebibyte by weight. Paced. */
export async function* inChunks<T>(
  items: Iterable<T>,
  size: number,
  weightOf: (item: T) => number = () => 0,
): AsyncGenerator<T[]> {
  const due = pacer();
  let chunk: T[] = [];
  let weight = 0;
  for (const item of items) {
    weight += weightOf(item);
    const isFull = chunk.push(item) >= size || weight >= heaviest;
    if (isFull) {
      yield chunk;
      chunk = [];
      weight = 0;
    }
    const turn = due();
    if (turn) await turn;
  }
  if (chunk.length > 0) yield chunk;
}

/** The most for one statement: encoding and sending more would delay other requests. */
const heaviest = 1024 * 1024;
