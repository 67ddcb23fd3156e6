/** What was done to records: batches of changes, and the secrets among them. */
export interface HistoryTables {
  /** Everything that one action wrote: who, when, and how many records. */
  batches: {
    /** The workspace of the actor. */
    ownerId: string;
    id: string;
    kind: string;
    label: string | null;
    /** null: a job. */
    actorId: string | null;
    principalKind: string;
    principalId: string | null;
    at: number;
    created: number;
    updated: number;
    deleted: number;
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
    /** 1: `secret_changes` has a row for each secret that it changed. */
    fingerprinted: number;
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
