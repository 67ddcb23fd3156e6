import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { write } from '../../db/raw-sql.ts';
import { deletionKind } from '../../records/table/dissolve-workspace.ts';
import type { Db, Schema } from '../../db/schema.ts';
import type { Job } from '../../jobs/job.ts';
import { removeJobsOf } from '../../jobs/queue.ts';
import { ownedTables } from '../../records/kinds/entities.ts';
import type { Services } from '../../services.ts';

const rowsAtOnce = 500;

/** The contents of a workspace, each table before those that it refers to, with the columns that identify a row. */
const contents: readonly (readonly [table: keyof Schema, workspace: string, ...rest: string[]])[] = [
  ['secret_changes', 'ownerId', 'changeId', 'path'],
  ['changes', 'ownerId', 'id'],
  ['undo_requests', 'ownerId', 'id'],
  ['tag_holder_changes', 'ownerId', 'batchId', 'tableName', 'holderId'],
  ['batches', 'ownerId', 'id'],
  ['record_tags', 'ownerId', 'tagId', 'recordId'],
  ['tags', 'ownerId', 'id'],
  ['dates', 'ownerId', 'id'],
  ['shown_dates', 'ownerId', 'id'],
  ['findings', 'ownerId', 'field', 'recordId'],
  ['facts', 'ownerId', 'id'],
  ['fact_changes', 'ownerId', 'id'],
  ['checks', 'ownerId', 'recordId', 'kind', 'subject'],
  ['alert_settings', 'ownerId'],
  ['alert_rules', 'ownerId', 'id'],
  ['alert_events', 'ownerId', 'id'],
  ['alerts', 'ownerId', 'id'],
  ['evaluations', 'ownerId'],
  ['records_to_evaluate', 'ownerId', 'id'],
  ['notices', 'ownerId', 'id'],
  ['deliveries', 'ownerId', 'id'],
  ['channels', 'ownerId', 'id'],
  ['mail_recipients', 'ownerId', 'addressKey'],
  ...ownedTables.toReversed().map((table) => [table, 'ownerId', 'id'] as const),
  ['stamps', 'ownerId', 'stamp'],
  ['saved_views', 'ownerId', 'id'],
  ['calendar_events', 'ownerId', 'calendarId', 'id'],
  ['calendars', 'ownerId', 'id'],
  ['digests', 'ownerId', 'userId'],
  ['import_mappings', 'ownerId', 'userId', 'area', 'headers'],
  ['import_picks', 'ownerId', 'userId', 'area', 'text'],
  ['import_pieces', 'ownerId', 'importId', 'part', 'at'],
  ['imports', 'ownerId', 'id'],
  ['work_items', 'ownerId', 'listId', 'area', 'recordId', 'field'],
  ['work_lists', 'ownerId', 'id'],
  ['secret_piece_views', 'ownerId', 'actorId', 'hash'],
  ['secret_piece_records', 'ownerId', 'recordId', 'hash'],
  ['secret_view_pieces', 'ownerId', 'hash', 'viewId'],
  ['secret_pieces', 'ownerId', 'hash'],
  ['secret_views', 'ownerId', 'id'],
  ['invitations', 'workspaceId', 'id'],
  ['api_tokens', 'workspaceId', 'id'],
  ['memberships', 'workspaceId', 'userId'],
  ['audit_events', 'workspaceId', 'id'],
  ['wrapped_keys', 'ownerId', 'id'],
];

/** Deletes a workspace's contents in chunks, so that other writes need not wait. */
async function deleteContents(db: Db, id: string, signal: AbortSignal): Promise<void> {
  for (const [table, column, ...rest] of contents) {
    // Neither engine supports a limit on deletions.
    const key = sql.join([column, ...rest].map((name) => sql.ref(name)));
    for (let more = true; more && !signal.aborted;) {
      const { numAffectedRows } = await write(
        db,
        sql`delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${sql.lit(rowsAtOnce)})`,
      );
      more = numAffectedRows === BigInt(rowsAtOnce);
      await setImmediate();
    }
  }
}

/** Completes deletions of workspaces; an interrupted run continues with the next. */
export const workspaceDeletion = ({ db }: Services): Job => ({
  kind: deletionKind,
  cron: '*/5 * * * *',
  run: async ({ signal }) => {
    const deleted = await db
      .selectFrom('workspaces')
      .select('id')
      .where('deletedAt', 'is not', null)
      .execute();
    for (const { id } of deleted) {
      await deleteContents(db, id, signal);
      if (signal.aborted) return;
      await removeJobsOf(db, id);
      await db.deleteFrom('workspaces').where('id', '=', id).execute();
    }
  },
});
