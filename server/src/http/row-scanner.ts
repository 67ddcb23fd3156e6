import { AppError } from '../lib/errors.ts';

/** Limits on what a scanner keeps; the rest of a body is read and dropped. */
interface Bounds {
  /** The rows to keep; any more are only counted. */
  rows: number;
  rowBytes: number;
  /** Everything except the rows. */
  restBytes: number;
}

interface Scanned {
  /** The body with an empty list in place of the rows. */
  rest: Buffer;
  /** The JSON of each row; null for one that is too long. */
  rows: (Buffer | null)[];
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [listStart, listEnd, mapStart, mapEnd] = [0x5b, 0x5d, 0x7b, 0x7d];
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const invalidJson = (): AppError => new AppError('INVALID_JSON', 'The body is not valid JSON');

/**
 * Splits the JSON of an object as it arrives into the elements of one of its lists and everything else. It only finds
 * where values end: the parts still have to be parsed, and all are valid if and only if the body was.
 */
export class RowScanner {
  readonly #key: string;
  readonly #bounds: Bounds;
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  #rows: (Buffer | null)[] = [];
  /** The beginning of a row that is still arriving; null once it is too long. */
  #row: Buffer[] | null = [];
  #rowBytes = 0;
  #isRowBlank = true;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #inRows = false;
  /** The JSON of the latest string in the outermost object; null once it is longer than the key. */
  #name: number[] | null = null;
  /** Whether the list's value comes next. */
  #isKeyed = false;

  constructor(key: string, bounds: Bounds) {
    this.#key = key;
    this.#bounds = bounds;
  }

  write(chunk: Uint8Array): void {
    const { length } = chunk;
    let start = 0;
    for (let at = 0; at < length; at += 1) {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      if (byte > colon && byte !== listStart && byte !== listEnd && byte !== mapStart && byte !== mapEnd) {
        this.#isRowBlank = this.#isKeyed = false; // Inside a number or a literal.
        continue;
      }
      if (isBlank(byte)) continue;
      if (this.#inRows && this.#depth === 2 && (byte === comma || byte === listEnd)) {
        this.#endRow(chunk, start, at, byte === listEnd);
        start = byte === comma ? at + 1 : at;
        if (byte === comma) continue;
        this.#inRows = false;
      }
      const opensRows = byte === listStart && this.#isKeyed;
      this.#isKeyed = byte === colon && this.#depth === 1 && this.#isNamed();
      this.#isRowBlank = false;
      if (byte === quote) {
        this.#inString = true;
        this.#name = this.#depth === 1 ? [byte] : null;
      } else if (byte === listStart || byte === mapStart) this.#depth += 1;
      else if (byte === listEnd || byte === mapEnd) this.#depth -= 1;
      if (this.#inRows && this.#depth < 2) throw invalidJson(); // A } where a ] belongs.
      if (!opensRows) continue;
      this.#keepRest(chunk.subarray(start, at + 1));
      start = at + 1;
      this.#inRows = true;
      this.#rows = [];
      this.#startRow();
    }
    if (this.#inRows) this.#keepRow(chunk, start, length);
    else this.#keepRest(chunk.subarray(start));
  }

  /** Returns the index after a string, or the chunk's length. */
  #skipString(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    let at = from;
    let escaped = this.#isEscaped;
    for (; at < length; at += 1) {
      const byte = chunk[at];
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) {
        this.#inString = false;
        break;
      }
    }
    this.#isEscaped = escaped;
    // A character takes at most six bytes: \u0064.
    if (this.#name && this.#name.length + at - from > 6 * this.#key.length + 2) this.#name = null;
    this.#name?.push(...chunk.subarray(from, at + 1));
    return at;
  }

  end(): Scanned {
    return { rest: Buffer.concat(this.#rest), rows: this.#rows };
  }

  #isNamed(): boolean {
    if (!this.#name) return false;
    try {
      return JSON.parse(Buffer.from(this.#name).toString()) === this.#key;
    } catch {
      return false;
    }
  }

  #startRow(): void {
    this.#row = [];
    this.#rowBytes = 0;
    this.#isRowBlank = true;
  }

  get #isFull(): boolean {
    return this.#rows.length >= this.#bounds.rows;
  }

  /** Copies, so that a short row does not keep the chunk that it arrived in. */
  #keepRow(chunk: Uint8Array, start: number, end: number): void {
    this.#rowBytes += end - start;
    if (this.#rowBytes > this.#bounds.rowBytes || this.#isFull) this.#row = null;
    else this.#row?.push(Buffer.from(chunk.subarray(start, end)));
  }

  #endRow(chunk: Uint8Array, start: number, end: number, isLast: boolean): void {
    if (this.#isFull) return;
    this.#keepRow(chunk, start, end);
    const isNone = isLast && this.#isRowBlank && this.#rows.length === 0;
    if (!isNone) this.#rows.push(this.#row && Buffer.concat(this.#row));
    this.#startRow();
  }

  #keepRest(part: Uint8Array): void {
    this.#restBytes += part.length;
    if (this.#restBytes > this.#bounds.restBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
    this.#rest.push(Buffer.from(part));
  }
}
