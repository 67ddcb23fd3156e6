// On both engines: migrations are statements.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { migrate } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import { restore } from '../src/ops/backup.ts';
import { answersAsReleased, placeKey, placeReleased, releasedFile, rowsByTable } from './released.ts';
import { emptyStore } from './test-app.ts';

type Store = Awaited<ReturnType<typeof emptyStore>>;
type Row = Record<string, unknown>;

const open = (store: Store) => {
  const db = connect(readConfig(store), () => undefined, { bounded: false });
  after(() => db.destroy());
  return db;
};

describe('an installation of 0.2.0', () => {
  test('answers as before after an upgrade', async () => {
    const store = await emptyStore();
    await placeReleased(store);
    await answersAsReleased(store);
  });

  test('loses no row by an upgrade but those of jobs that are gone', async () => {
    const store = await emptyStore();
    await placeReleased(store);
    const before = await rowsByTable(open(store));
    assert.deepEqual(
      Object.entries(before).flatMap(([table, rows]) => (rows.length === 0 ? [table] : [])),
      [],
      'tables without rows',
    );
    await migrate(open(store));
    // A fact names its records in a view since migration 50.
    const { record_facts: facts = [], ...others } = await rowsByTable(open(store));
    const now: typeof before = { ...others, facts };
    // What migration 45 removes.
    const gone: Record<string, (row: Row) => boolean> = {
      leases: () => true,
      jobs: ({ kind }) => /^(fill-text-keys|name-credentials|fingerprint-secrets)$/.test(String(kind)),
      installation_facts: ({ name }) => name === 'texts.keyed',
      schema_version: () => true,
    };
    for (const [table, rows] of Object.entries(before)) {
      const kept = rows.filter((row) => !gone[table]?.(row));
      // Migration 45 removes a column, 49 one of facts, later ones add some.
      const isKept = (column: string) =>
        !['fingerprinted', ...(table === 'facts' ? ['area'] : [])].includes(column);
      const columns = Object.keys(rows[0] ?? {}).filter(isKept);
      const valuesOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
      const stored = new Set((now[table] ?? []).map(valuesOf));
      for (const row of kept) assert.ok(stored.has(valuesOf(row)), `${table}: ${JSON.stringify(row)}`);
    }
  });

  test('answers as before after its backup is restored', async () => {
    const store = await emptyStore();
    await placeKey(store);
    await restore(open(store), releasedFile('backup.gz'), readConfig(store).masterKey);
    // Addresses of calendars end with a restore.
    await answersAsReleased(store, undefined, { '/calendars': { calendars: [] } });
  });
});
