/** The rows of a list and their state. */
export interface List<T> {
  rows: readonly T[];
  /** The index of the first row among all matches, from 0. */
  start: number;
  /** The number of matches, loaded or not; undefined before the first answer. */
  total: number | undefined;
  /** There is no answer yet. */
  isLoading: boolean;
  isFetching: boolean;
  /** The rows are those of the text that was typed. */
  isSettled: boolean;
  /** `rows` are all matches. */
  isComplete: boolean;
  error: unknown;
  retry: () => void;
  loadMore: () => void;
  /** The query parameters of these rows, for an export. */
  query: Record<string, string>;
  /** Prints all matches. */
  printAll: () => Promise<void>;
}
