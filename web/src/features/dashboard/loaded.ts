/** What several queries answer together. */
export interface Loaded<T> {
  /** undefined while a part of it is not known. */
  data: T | undefined;
  /** Why a part of it is not known. */
  error: unknown;
}

export const errorOf = (parts: readonly Loaded<unknown>[]): unknown =>
  parts.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
