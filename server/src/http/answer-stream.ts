import { Readable } from 'node:stream';

/** What an answer in chunks needs to go on. */
interface Reader {
  /** Waits for a place among the large answers. */
  enter: () => Promise<void>;
  /** Throws once its reader may not read it any more. */
  check: () => Promise<void>;
}
type Chunks = AsyncGenerator<string, void>;

/** Longer ones are large. */
export const smallAnswer = 64 * 1024;

async function* parts(first: string, rest: Chunks, { enter, check }: Reader): Chunks {
  yield first;
  await enter();
  for await (const chunk of rest) {
    await check();
    yield chunk;
  }
}

/**
 * An answer that is made as it is read, nothing ahead: the next chunk when the reader has taken the last one and may still read
 * it; otherwise it breaks off. What fails before the first chunk is thrown.
 */
export async function answerStream(chunks: Chunks, reader: Reader): Promise<Readable> {
  const { value: first = '' } = await chunks.next();
  if (first.length > smallAnswer) await reader.enter();
  const stream = Readable.from(parts(first, chunks, reader), { highWaterMark: 0 });
  return stream.once('close', () => void chunks.return());
}
