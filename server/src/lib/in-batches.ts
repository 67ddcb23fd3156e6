import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/** Splits a list into batches of at most `size`, and yields to other requests once a turn has taken 10 ms. */
export async function* inBatches<T>(list: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let began = performance.now();
  let batch: T[] = [];
  for (const item of list) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
    if (performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
  if (batch.length > 0) yield batch;
}
