import { setImmediate } from 'node:timers/promises';

const turnMs = 5;

/**
 * Says after each item whether to yield to other requests: a promise once 5 ms have passed, null before. By time, because
 * what is done to each item varies in cost. Awaiting each item instead takes longer than many of them.
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

/** Splits into batches of at most `size` items, or fewer once their weights add up to a mebibyte. Paced. */
export async function* inBatches<T>(
  items: Iterable<T>,
  size: number,
  weightOf: (item: T) => number = () => 0,
): AsyncGenerator<T[]> {
  const due = pacer();
  let batch: T[] = [];
  let weight = 0;
  for (const item of items) {
    weight += weightOf(item);
    const isFull = batch.push(item) >= size || weight >= heaviest;
    if (isFull) {
      yield batch;
      batch = [];
      weight = 0;
    }
    const turn = due();
    if (turn) await turn;
  }
  if (batch.length > 0) yield batch;
}

/** What a statement may carry: encoding and sending it holds up other requests. */
const heaviest = 1024 * 1024;
