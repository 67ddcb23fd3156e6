import { setImmediate } from 'node:timers/promises';

const turnMs = 5;

/** Yields to the event loop after every 5 ms. By time, because the work for each item varies. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** `Array.map`, paced. */
export async function pacedMap<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for await (const item of paced(items)) results.push(map(item));
  return results;
}

/** Splits into batches of at most `size` items and about a mebibyte by weight. Paced. */
export async function* inBatches<T>(
  items: Iterable<T>,
  size: number,
  weightOf: (item: T) => number = () => 0,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let weight = 0;
  for await (const item of paced(items)) {
    weight += weightOf(item);
    if (batch.push(item) < size && weight < heaviest) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The most for one statement: encoding and sending more would delay other requests. */
const heaviest = 1024 * 1024;
