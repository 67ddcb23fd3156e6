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
    /** The workspace, of kinds that have many jobs for each: workspaces take turns. */
    ownerId: string | null;
    /** 0: at once. While it runs: when the run began, or 0 if it is to run again. */
    runAt: number;
    /** When `runAt` was set, by the clock that set it. */
    setAt: number;
    /** Runs that began and did not succeed. */
    attempts: number;
    /** The run that holds the lease. */
    holder: string | null;
    leasedUntil: number | null;
    /** How many runs in a row lost their lease. */
    leasesLost: number;
    progress: string | null;
    /** Why the latest run failed; null once one succeeded. */
    lastError: string | null;
    startedAt: number | null;
    /** When the latest run ended, successful or not. */
    lastRunAt: number | null;
    /** Since when it is due and nobody took it, by the time in which workers looked (`jobs/lateness.ts`). */
    lateSince: number | null;
    createdAt: number;
  };
}
