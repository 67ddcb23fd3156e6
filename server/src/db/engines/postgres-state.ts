/** What a server that takes no writes refuses with 25006, whatever the table holds. */
export const wouldWrite = 'select from schema_version where false for update';

/** Whether a COMMIT waits for longer than a standby takes. */
export const isWaiting = `exists (
  select from pg_stat_activity
  where datname = current_database() and wait_event = 'SyncRep'
    and state_change < clock_timestamp() - interval '2 seconds'
)`;

/** A server's address and timeline, and whether it takes writes. */
export const stateQuery = `select
  host(inet_server_addr()) || ':' || inet_server_port() as server,
  case when pg_is_in_recovery() then null else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
  ${isWaiting} as "isWaiting"`;

export interface PostgresState {
  server: string | null;
  timeline: string | null;
  isReadOnly: boolean;
  isWaiting: boolean;
}
