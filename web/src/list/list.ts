/** What a page shows of its list. */
export interface List<T> {
  rows: readonly T[];
  /** The place of the first one among all that match, from 0. */
  start: number;
  /** How many match, loaded or not; undefined while nothing has arrived. */
  total: number | undefined;
  /** Nothing has arrived yet. */
  isLoading: boolean;
  isFetching: boolean;
  /** `rows` are all that match. */
  isComplete: boolean;
  error: unknown;
  retry: () => void;
  loadMore: () => void;
  /** What the server is asked for these rows, for an export of them. */
  query: Record<string, string>;
  /** Prints all that match. */
  printAll: () => Promise<void>;
}
