import type { OwnedTableName, Schema } from '../db/schema.ts';
import { ownedTables } from '../records/kinds/entities.ts';

/**
 * Tables left out: after a restore, people sign in and request links again. Data that the database derives, such as a
 * search index, is derived anew.
 */
type Left =
  | 'schema_version'
  | 'sessions'
  | 'refresh_tokens'
  | 'sign_in_failures'
  | 'challenges'
  | 'jobs'
  | 'buckets'
  | 'stamps'
  | 'whois_servers'
  | 'installation_facts'
  | 'record_facts'
  | 'record_fact_changes'
  | 'mails'
  | 'mail_counts'
  | 'one_time_tokens'
  | 'imports'
  | 'import_pieces'
  | 'evaluations'
  | 'records_to_evaluate';

const record = ['ownerId', 'id'];
/** The tables in a backup with their primary keys, each after those that it refers to. */
export const kept: Record<Exclude<keyof Schema, Left>, string[]> = {
  workspaces: ['id'],
  users: ['id'],
  memberships: ['workspaceId', 'userId'],
  invitations: ['workspaceId', 'id'],
  api_tokens: ['workspaceId', 'id'],
  saved_views: record,
  calendars: record,
  calendar_events: ['ownerId', 'calendarId', 'id'],
  digests: ['ownerId', 'userId'],
  import_mappings: ['ownerId', 'userId', 'area', 'headers'],
  import_picks: ['ownerId', 'userId', 'area', 'text'],
  second_factors: record,
  recovery_codes: ['userId', 'hash'],
  passkeys: ['id'],
  identities: ['issuer', 'subject'],
  wrapped_keys: record,
  // In order of dependency.
  ...(Object.fromEntries(ownedTables.map((table) => [table, record])) as Record<OwnedTableName, string[]>),
  dates: record,
  facts: record,
  fact_changes: record,
  shown_dates: record,
  findings: ['ownerId', 'field', 'recordId'],
  checks: ['ownerId', 'recordId', 'kind', 'subject'],
  alert_settings: ['ownerId'],
  alert_rules: record,
  alerts: record,
  alert_events: record,
  channels: record,
  notices: record,
  mail_recipients: ['ownerId', 'addressKey'],
  deliveries: record,
  tags: record,
  record_tags: ['ownerId', 'tagId', 'recordId'],
  batches: record,
  tag_holder_changes: ['ownerId', 'batchId', 'tableName', 'holderId'],
  changes: record,
  undo_requests: record,
  secret_changes: ['ownerId', 'changeId', 'path'],
  audit_events: ['id'],
  secret_views: record,
  secret_pieces: ['ownerId', 'hash'],
  secret_piece_records: ['ownerId', 'recordId', 'hash'],
  secret_view_pieces: ['ownerId', 'hash', 'viewId'],
  secret_piece_views: ['ownerId', 'actorId', 'hash'],
  work_lists: record,
  work_items: ['ownerId', 'listId', 'area', 'recordId', 'field'],
};
