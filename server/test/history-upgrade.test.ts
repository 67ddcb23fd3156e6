import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { wholeOwner } from '../src/access/owner.ts';
import { readConfig } from '../src/config.ts';
import { migrate, migrateTo } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import { globalOwner } from '../src/db/schema.ts';
import { listViews } from '../src/features/exposure/exposure.views.ts';
import { batchesOf, changesOfBatch, changesOfRecord } from '../src/records/history/read.ts';
import { newStore } from './test-app.ts';

for (const version of [1, 7, 8])
  test(`changes of schema ${version} get batches, and are read as those of now`, async () => {
    const db = connect(readConfig(await newStore()), () => undefined, { bounded: false });
    after(() => db.destroy());
    await db.transaction().execute((tx) => migrateTo(tx, version));
    await db.insertInto('workspaces').values({ id: 'w', createdAt: 1 }).execute();
    const times = { createdAt: 1, updatedAt: 1 };
    const user = {
      id: 'u',
      workspaceId: 'w',
      email: 'u@x.y',
      emailKey: 'u@x.y',
      passwordHash: '',
      role: 'ADMIN',
    };
    await db
      .insertInto('users')
      .values({ ...user, ...times })
      .execute();
    const row = {
      ownerId: 'w',
      id: 'r',
      domain: 'a.example',
      status: 'ACTIVE',
      tags: '[]',
      searchText: 'a.example',
    };
    const later = { ...row, status: 'EXPIRED', searchText: 'a.example expired', updatedAt: 2 };
    const changes = [
      ['1', 'create', 'u', null, null, row],
      ['2', 'update', null, 'hourly', row, later],
      ['3', 'delete', 'u', null, later, null],
      ['4', 'create', 'u', 'import', null, { ...row, id: 's' }],
      ['5', 'create', 'u', 'import', null, { ...row, id: 't' }],
      ['6', 'update', 'u', 'bulk', row, later],
      ['7', 'update', 'u', 'bulk', row, later],
    ] as const;
    const old = changes.map(([id, action, actorId, batchId, before, after]) => ({
      ownerId: 'w',
      id,
      at: Number(id),
      actorId,
      tableName: 'domains',
      recordId: after?.id ?? 'r',
      action,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      batchId,
    }));
    const globalType = {
      ownerId: globalOwner,
      id: '8',
      at: 8,
      actorId: 'u',
      tableName: 'registrator_types',
      recordId: 'g',
      action: 'create',
      before: null,
      after: '{"name":"x"}',
      batchId: null,
    };
    await db
      .insertInto('changes')
      .values([...old, globalType] as never)
      .execute();
    await migrate(db);

    const principal = { kind: 'session', id: 's', userId: 'u' } as const;
    const sealer = { seal: () => '', unseal: () => '', keyOf: () => null, fingerprint: () => '' };
    const owner = wholeOwner('w', principal, sealer);
    const { items: batches } = await batchesOf(db, owner, 10);
    assert.deepEqual(
      batches.map(({ id, kind, actorId, principalKind, at, created, updated, deleted }) => [
        id,
        kind,
        actorId,
        principalKind,
        at,
        created,
        updated,
        deleted,
      ]),
      [
        ['8', 'edit', 'u', 'session', 8, 1, 0, 0],
        ['bulk', 'bulk', 'u', 'session', 6, 0, 2, 0],
        ['import', 'import', 'u', 'session', 4, 2, 0, 0],
        ['3', 'delete', 'u', 'session', 3, 0, 0, 1],
        ['hourly', 'expiry-check', null, 'job', 2, 0, 1, 0],
        ['1', 'edit', 'u', 'session', 1, 1, 0, 0],
      ],
    );
    const { items: hourly } = await changesOfBatch(db, owner, 'hourly', 10);
    const status = { field: 'status', before: 'ACTIVE', after: 'EXPIRED' };
    assert.deepEqual(
      hourly.map(({ before, after }) => [before?.status, after?.status]),
      [[status.before, status.after]],
    );
    const { items: all } = await changesOfRecord(db, owner, 'domains', 'r', 10);
    assert.deepEqual(
      all.map(({ batch }) => batch?.kind),
      ['bulk', 'bulk', 'delete', 'expiry-check', 'edit'],
    );
  });

test('entries of the secret log of schema 24 are found by their records', async () => {
  const db = connect(readConfig(await newStore()), () => undefined, { bounded: false });
  after(() => db.destroy());
  await db.transaction().execute((tx) => migrateTo(tx, 24));
  const piece = (hash: string, content: unknown) => ({
    ownerId: 'w',
    hash,
    area: 'emails',
    content: JSON.stringify(content),
  });
  const fields = ['password'];
  await db
    .insertInto('secret_pieces')
    .values([
      piece('1', [[fields, ['r', 's']]]),
      piece('2', [
        [fields, ['t']],
        [[], ['r']],
      ]),
    ])
    .execute();
  const view = { ownerId: 'w', at: 1, area: 'emails', via: 'list', count: 1 };
  await db
    .insertInto('secret_views')
    .values([
      { ...view, id: 'v1', pieces: '["1","2","1"]' },
      { ...view, id: 'v2', pieces: '[]', recordId: 's' },
      { ...view, id: 'v3', pieces: '["2"]' },
    ] as never)
    .execute();
  await migrate(db);
  const principal = { kind: 'session', id: 's', userId: 'u' } as const;
  const sealer = { seal: () => '', unseal: () => '', keyOf: () => null, fingerprint: () => '' };
  const found = async (recordId: string) =>
    (await listViews(db, wholeOwner('w', principal, sealer), { recordId })).secretViews.map(({ id }) => id);
  assert.deepEqual(await found('r'), ['v3', 'v1']);
  assert.deepEqual(await found('s'), ['v2', 'v1']);
  assert.deepEqual(await found('t'), ['v3', 'v1']);
  assert.deepEqual(await found('u'), []);
});
