/** The rows of a list and their state. */
export interface List<T> {
  rows: readonly T[];
  /** The index of the first row among all matches, from 0. */
  start: number;
  /** The number of matches, loaded or not; undefined until the first response. */
  total: number | undefined;
  /** There has been no response yet. */
  isLoading: boolean;
  isFetching: boolean;
  /** The rows match the typed text. */
  isSettled: boolean;
  /** `rows` holds every match. */
  isComplete: boolean;
  error: unknown;
  retry: () => void;
  loadMore: () => void;
  /** The query parameters that select these rows, for an export. */
  query: Record<string, string>;
  /** Prints all matches. */
  printAll: () => Promise<void>;
}
