import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessKinds } from '../src/access/end-access.ts';
import type { Schema } from '../src/db/schema.ts';
import { ownedTables } from '../src/records/kinds/entities.ts';
import { startApp } from './test-app.ts';

/** What has a hash or a key in its columns and gives no access that could be taken away, and why. */
const others: Partial<Record<keyof Schema, string>> = {
  recovery_codes: 'what people know or hold',
  passkeys: 'what people know or hold',
  memberships: 'whether a member reads secrets',
  workspaces: 'how long secrets of deleted records are kept',
  wrapped_keys: 'data keys; a rotation replaces them',
  channels: 'where alerts are sent',
  imports: 'files that people import',
  import_pieces: 'files that people import',
  import_mappings: 'headers of files',
  import_picks: 'names in files',
  secret_changes: 'fingerprints of secrets',
  secret_views: 'the log of secrets',
  secret_pieces: 'the log of secrets',
  secret_piece_records: 'the log of secrets',
  secret_view_pieces: 'the log of secrets',
  secret_piece_views: 'the log of secrets',
  batches: 'the name of the token that acted',
  audit_events: 'the name of the token that acted',
  undo_requests: 'by which a person asks for an answer again',
  jobs: 'names of jobs',
  buckets: 'names of what is asked outside',
  mail_counts: 'who sent how much',
};

test('every table with a hash or a key is a kind of access that ends, or known to be none', async () => {
  const { db } = await startApp();
  const tables = await db.introspection.getTables();
  const keyed = tables
    .filter(({ columns }) =>
      columns.some(({ name }) =>
        /hash|secret|token|password|credential|(?:^k|K)ey$|wrapped|sealed/i.test(name),
      ),
    )
    .map(({ name }) => name);
  const records: readonly string[] = ownedTables;
  const listed = new Set<string>([...accessKinds.flatMap((kind) => kind.tables), ...Object.keys(others)]);
  assert.deepEqual(
    keyed.filter((name) => !listed.has(name) && !records.includes(name)),
    [],
    'tables in no list',
  );
  assert.deepEqual(
    [...listed].filter((name) => !tables.some((table) => table.name === name)),
    [],
    'no tables',
  );
});
