/** Parses a row of an import; throws if it is not JSON. null: too long to parse. */
export type SentRow = (() => unknown) | null;
