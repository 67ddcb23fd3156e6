import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { migrate, migrateTo } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import { newStore } from './test-app.ts';

test('mappings that were remembered by header are kept by position, without the headers', async () => {
  const db = connect(readConfig(await newStore()), () => undefined, { bounded: false });
  after(() => db.destroy());
  await db.transaction().execute((tx) => migrateTo(tx, 33));
  await db.insertInto('workspaces').values({ id: 'w', createdAt: 1 }).execute();
  const remembered = (columns: string[], mapping: object) => ({
    ownerId: 'w',
    userId: 'u',
    area: 'emails',
    headers: createHash('sha256').update(JSON.stringify(columns)).digest('base64url'),
    mapping: JSON.stringify(mapping),
    usedAt: 1,
  });
  const known = remembered(['ops@acme.example', 'hunter2'], { 'ops@acme.example': 'email', hunter2: null });
  const reordered = remembered(['Box', '2024'], { Box: 'email', 2024: null });
  await db.insertInto('import_mappings').values([known, reordered]).execute();
  await migrate(db);
  assert.deepEqual(await db.selectFrom('import_mappings').selectAll().execute(), [
    { ...known, mapping: '["email",null]' },
  ]);
});
