import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/** A list in pieces of at most `size`. Where its work takes long, other requests are answered between them. */
export async function* inPieces<T>(list: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let began = performance.now();
  let piece: T[] = [];
  for (const item of list) {
    if (piece.push(item) < size) continue;
    yield piece;
    piece = [];
    if (performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
  if (piece.length > 0) yield piece;
}
