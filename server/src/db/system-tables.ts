/** What the installation itself keeps. */
export interface SystemTables {
  schema_version: { version: number };
  /** Data keys of workspaces and the system's own keys, wrapped by the master key. */
  wrapped_keys: {
    ownerId: string;
    id: string;
    wrapped: string;
    createdAt: number;
    /** A `KeyState`, and when it began. */
    state: string;
    since: number;
  };
  jobs: {
    id: string;
    kind: string;
    /** Unique among queued jobs. */
    uniqueKey: string | null;
    runAt: number;
    /** Runs that began and did not succeed. */
    attempts: number;
    /** The run that holds the lease. */
    holder: string | null;
    leasedUntil: number | null;
    progress: string | null;
    lastError: string | null;
    lastRunAt: number | null;
    createdAt: number;
  };
}
