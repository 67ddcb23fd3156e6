/** A row of an import as it was sent, which may turn out not to be JSON. null: it is too long to be parsed. */
export type SentRow = (() => unknown) | null;
