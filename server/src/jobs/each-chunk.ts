/** Walks a table in chunks: each begins after a place and returns where it ended, the last one null. */
export async function eachChunk<P>(
  first: P,
  signal: AbortSignal,
  work: (after: P) => Promise<P | null>,
): Promise<void> {
  for (let after: P | null = first; after !== null;) {
    signal.throwIfAborted();
    after = await work(after);
  }
}
