/** What was done to records: batches of changes, and the secrets among them. */
export interface HistoryTables {
  /** Everything that one action wrote: who, when, and how many records. */
  batches: {
    /** The workspace of the actor. */
    ownerId: string;
    id: string;
    kind: string;
    /** Composed when it was written; null: `about` tells. */
    label: string | null;
    /** null: a job. */
    actorId: string | null;
    principalKind: string;
    principalId: string | null;
    at: number;
    created: number;
    updated: number;
    deleted: number;
    /** The person and the API token under the names that they had then. */
    actorName: string | null;
    actorEmail: string | null;
    tokenId: string | null;
    tokenName: string | null;
    /** An `About` as JSON; null if a server of an earlier version wrote it. */
    about: string | null;
    /** What else it came from, `{type, id}` as JSON. */
    source: string | null;
    undoOf: string | null;
    /** The latest undo that wrote. */
    undoneBy: string | null;
    /** `{done, total}` as JSON while a job writes it; null: done. */
    progress: string | null;
  };
  /** What an act did to the scopes, alert rules, saved views and calendars that name a tag. */
  tag_holder_changes: {
    ownerId: string;
    batchId: string;
    tableName: string;
    holderId: string;
    /** The column that names tags, before and after. */
    before: string;
    after: string;
  };
  changes: {
    ownerId: string;
    id: string;
    at: number;
    actorId: string | null;
    tableName: string;
    recordId: string;
    action: string;
    before: string | null;
    after: string | null;
    batchId: string | null;
    /** The number of migrations that the record in `before` and `after` had seen. */
    schemaVersion: number;
    /** A JSON list of the paths of secrets whose values were removed from `before` and `after`. */
    forgotten: string | null;
  };
  /** Undos that a job does, or whose answer can be asked for again. */
  undo_requests: {
    ownerId: string;
    id: string;
    actorId: string;
    /** Unique for a person; null: nobody can ask for the answer again. */
    key: string | null;
    /** What to undo and how, as JSON. */
    request: string;
    /** The batch that a job writes. */
    batchId: string | null;
    /** Who asked, from where, as JSON. */
    caller: string;
    /** The answer as JSON, sealed as it contains what records contain; null while a job runs. */
    answer: string | null;
    createdAt: number;
  };
  /** A secret that a change set, replaced or cleared, with fingerprints of its values; '' while it is not set. */
  secret_changes: {
    ownerId: string;
    changeId: string;
    path: string;
    tableName: string;
    recordId: string;
    at: number;
    actorId: string | null;
    before: string;
    after: string;
  };
}
