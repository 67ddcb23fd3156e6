import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { limits } from '@quartermaster/contract/rules/limits';

/** Written one by one, so that a slow reader's progress shows. */
const pieceBytes = 64 * 1024;
/** What the next chunk is expected to have. */
const chunkBytes = 512 * 1024;
const slowMs = 30_000;

/** Room for what readers have not taken yet, by person or client. */
export interface Room {
  add: (key: string, bytes: number) => void;
  /** Adds bytes once there is room for them; false if the reader leaves before that. */
  addWhenRoom: (key: string, bytes: number, response: ServerResponse) => Promise<boolean>;
}

/**
 * An answer that is made as it is read: the next chunk when the reader has taken the last one, there is room for it and the
 * reader may still read it. Otherwise it breaks off.
 */
export class AnswerStream extends Readable {
  readonly #room: Room;
  readonly #key: string;
  readonly #response: ServerResponse;
  readonly #chunks: AsyncGenerator<string, void>;
  readonly #check: () => Promise<unknown>;
  #chunk: Buffer;
  /** What counts as unread. */
  #bytes = 0;
  /** The piece that was passed on last. */
  #piece = 0;
  /** Since when the reader is watched, and what it had taken by then. */
  #watched = { since: performance.now(), taken: 0 };

  constructor(
    room: Room,
    key: string,
    response: ServerResponse,
    first: Buffer,
    chunks: AsyncGenerator<string, void>,
    check: () => Promise<unknown>,
  ) {
    super({ highWaterMark: 0 });
    this.#room = room;
    this.#key = key;
    this.#response = response;
    this.#chunk = first;
    this.#chunks = chunks;
    this.#check = check;
    // Counted by whoever made it.
    this.#bytes = first.length;
    response.once('close', () => this.destroy());
  }

  override _read(): void {
    this.#count(-this.#piece);
    this.#piece = 0;
    this.#next().then(
      (piece) => this.destroyed || this.push(piece),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  async #next(): Promise<Buffer | null> {
    while (this.#chunk.length === 0) {
      if (!(await this.#room.addWhenRoom(this.#key, chunkBytes, this.#response))) return null;
      const chunk = await this.#make().finally(() => this.#room.add(this.#key, -chunkBytes));
      if (this.destroyed || chunk === null) return null;
      this.#chunk = chunk;
      this.#count(chunk.length);
    }
    const piece = this.#chunk.subarray(0, pieceBytes);
    this.#chunk = this.#chunk.subarray(piece.length);
    this.#piece = piece.length;
    return piece;
  }

  async #make(): Promise<Buffer | null> {
    const next = await this.#chunks.next();
    // What has been sent as a whole does not break off.
    if (next.done) return null;
    await this.#check();
    return Buffer.from(next.value);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (bytes !== 0) this.#room.add(this.#key, bytes);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#count(-this.#bytes);
    this.#chunk = Buffer.alloc(0);
    this.#chunks.return(undefined).catch(() => undefined);
    callback(error);
  }

  /** Closes the connection of a reader that has had something to take all the time and took too little of it. */
  cutOffSlow(): void {
    const { socket } = this.#response;
    if (!socket) return;
    const now = performance.now();
    const taken = socket.bytesWritten - socket.writableLength;
    const isSlow = taken - this.#watched.taken < (limits.answerSpeed * slowMs) / 1000;
    if (socket.writableLength > 0 && now - this.#watched.since < slowMs) return;
    if (socket.writableLength > 0 && isSlow) socket.destroy();
    this.#watched = { since: now, taken };
  }
}
