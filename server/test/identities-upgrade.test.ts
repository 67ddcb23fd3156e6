import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { readConfig } from '../src/config.ts';
import { migrate, migrateTo } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import { newStore } from './test-app.ts';

test('an upgrade gives each linked identity an id of its own and keeps the rest', async () => {
  const db = connect(readConfig(await newStore()), () => undefined, { bounded: false });
  after(() => db.destroy());
  await db.transaction().execute((tx) => migrateTo(tx, 22));
  const times = { createdAt: 1, updatedAt: 1 };
  const user = { id: 'u', workspaceId: 'w', email: 'a@b.example', emailKey: 'a@b.example', role: 'USER' };
  await db
    .insertInto('workspaces')
    .values({ id: 'w', name: '', requireSecondFactor: 0, createdAt: 1 })
    .execute();
  await db
    .insertInto('users')
    .values({ ...user, ...times, passwordHash: '' })
    .execute();
  const linked = ['s1', 's2', 's3'].map((subject) => ({
    issuer: 'https://id.example',
    subject,
    userId: 'u',
  }));
  await db
    .insertInto('identities')
    .values(linked.map((row) => ({ ...row, createdAt: 7 }) as never))
    .execute();
  await migrate(db);
  const rows = await db.selectFrom('identities').selectAll().orderBy('subject').execute();
  assert.deepEqual(
    rows.map(({ id: _, ...row }) => row),
    linked.map((row) => ({ ...row, createdAt: 7, lastUsedAt: null })),
  );
  assert.ok(rows.every(({ id }) => isUuid(id)));
  assert.equal(new Set(rows.map(({ id }) => id)).size, 3);
});
