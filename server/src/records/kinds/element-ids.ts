import { createHash } from 'node:crypto';

/** An element of a sealed list: a user of a server. */
export type Element = Record<string, unknown> & { id: string };

/** An id for an element stored before elements had ids: the same on every read, until a write stores it. */
function derivedId(recordId: string, index: number, username: unknown): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([recordId, index, username]))
    .digest('hex');
  // Version 8, whose content is up to the application.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The list with an id for each element. */
export const withIds = (recordId: string, list: readonly Record<string, unknown>[]): Element[] =>
  list.map((element, index) => ({
    ...element,
    id: typeof element.id === 'string' ? element.id : derivedId(recordId, index, element.username),
  }));
