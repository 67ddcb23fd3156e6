import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { expirationCheck } from '../src/features/domains/domains.service.ts';
import { tableOfArea } from '../src/records/entities.ts';
import { batchesOf, changesOfBatch, changesOfRecord } from '../src/records/history/read.ts';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
const admin = await app.user();
const user = await app.user();
const stranger = await app.user();

const owner = await app.ownerOf(user);
const sessionOf = ({ token }: Client) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

const all = 1000;
const ofRecord = async (area: string, id: string, reader = owner) =>
  (await changesOfRecord(app.db, reader, tableOfArea[area as 'domains'], id, all)).items;
const ofBatch = async (id: string, reader = owner) => (await changesOfBatch(app.db, reader, id, all)).items;
/** The workspace's newest batch, which must have been written by `act`. */
async function batchOf(act: () => Promise<unknown>, reader = owner) {
  const count = async () => (await batchesOf(app.db, reader, all)).items.length;
  const earlier = await count();
  await act();
  assert.equal(await count(), earlier + 1);
  const [batch] = (await batchesOf(app.db, reader, 1)).items;
  assert.ok(batch);
  return batch;
}
const put = async (area: string, id: string, body: unknown, client = user) => {
  const answer = await client.call('PUT', `${fixtureOf(area).crud.path}/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
};
const remove = (area: string, id: string) => user.call('DELETE', `${fixtureOf(area).crud.path}/${id}`);

for (const [area, { change, secrets }] of Object.entries(fixtures))
  describe(`${area}: history`, () => {
    let record: RecordBody;
    before(async () => {
      record = await createRecord(user, area, { optional: true });
    });

    test('tells who created, changed and deleted a record, when, and what changed', async () => {
      const began = Date.now();
      const edit = await batchOf(() => put(area, record.id, change));
      const deletion = await batchOf(() => remove(area, record.id));
      const changes = await ofRecord(area, record.id);
      assert.deepEqual(
        changes.map(({ action, kind, actorId }) => ({ action, kind, actorId })),
        [
          { action: 'delete', kind: 'delete', actorId: user.userId },
          { action: 'update', kind: 'edit', actorId: user.userId },
          { action: 'create', kind: 'edit', actorId: user.userId },
        ],
      );
      const [deleted, updated, created] = changes;
      assert.equal(deleted?.batchId, deletion.id);
      assert.equal(updated?.batchId, edit.id);
      assert.ok(updated.at >= began && updated.at <= deleted.at);
      const { principalKind, principalId } = edit;
      assert.deepEqual([principalKind, principalId], ['session', sessionOf(user)]);

      const sealed = new Set(secrets.map((path) => path.split('.')[0] ?? ''));
      const visible = (each = created) => each?.fields.filter(({ field }) => !sealed.has(field)) ?? [];
      for (const { field, ...values } of visible(created))
        assert.deepEqual(values, { before: null, after: record[field] }, field);
      for (const { field, ...values } of visible(updated))
        assert.deepEqual(values, { before: record[field], after: change[field] }, field);
      for (const { field, ...values } of visible(deleted))
        assert.deepEqual(values, { before: change[field] ?? record[field], after: null }, field);
      for (const each of changes) assert.ok(visible(each).length > 0, each.action);
    });

    test('stores only the changed fields of an update, and nothing without changes', async () => {
      const { id } = await createRecord(user, area, { optional: true });
      await put(area, id, change);
      const rows = () =>
        app.db.selectFrom('changes').selectAll().where('recordId', '=', id).orderBy('id').execute();
      const [created, updated] = await rows();
      const keys = (json: string | null | undefined) => Object.keys(JSON.parse(json ?? '{}') as object);
      assert.deepEqual(keys(updated?.before), keys(updated?.after));
      assert.ok(keys(updated?.after).length > 0);
      for (const key of keys(updated?.after)) assert.ok(key in change, key);
      assert.ok(keys(created?.after).includes('createdAt'), 'a create stores the whole row');
      const open = Object.entries(change).filter(
        ([field]) => !secrets.some((path) => path.startsWith(field)),
      );
      const batches = (await batchesOf(app.db, owner, all)).items.length;
      await put(area, id, Object.fromEntries(open));
      assert.equal((await rows()).length, 2);
      assert.equal((await batchesOf(app.db, owner, all)).items.length, batches);
    });
  });

test('a replaced secret stays sealed, and both its values can be opened', async () => {
  const { id } = await createFrom(user, 'emails', { email: 'sealed@example.com', password: 'first' });
  await put('emails', id, { password: 'second' });
  await put('emails', id, { loginUrl: 'https://example.com/' });
  const [link, secret] = await ofRecord('emails', id);
  assert.deepEqual(
    link?.fields.map(({ field }) => field),
    ['loginUrl'],
  );
  const [{ field, before: was, after: is } = assert.fail()] = secret?.fields ?? [];
  const opened = [was, is].map((value) => owner.sealer.unseal('email_accounts', field, id, String(value)));
  assert.deepEqual(opened, ['first', 'second']);
});

test('an import, a bulk action and a deletion that detaches are one batch each, with a label', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const server = await createRecord(user, 'servers');
  const names = ['a', 'b', 'c'].map((name) => `${name}-batch.example`);
  const domains = names.map((domain) => ({ domain, registratorAccountId, serverId: server.id }));
  const imported = await batchOf(() =>
    user.call('POST', '/domains/bulk-import', { domains: [...domains, ...domains], skipDuplicates: true }),
  );
  assert.deepEqual([imported.kind, imported.label], ['import', 'Import of 3 domains']);
  const changes = await ofBatch(imported.id);
  assert.deepEqual(
    changes.map(({ fields }) => fields.find(({ field }) => field === 'domain')?.after),
    names,
  );
  const records = { ids: changes.map(({ recordId }) => recordId) };
  const bulk = (body: unknown) => () => user.call('POST', '/domains/bulk-actions', body);
  const status = await batchOf(bulk({ records, do: { action: 'setStatus', status: 'BLOCKED' } }));
  assert.deepEqual([status.kind, status.label], ['bulk', 'Bulk edit of 3 domains']);
  assert.deepEqual(
    (await ofBatch(status.id)).map(({ fields }) => fields),
    names.map(() => [{ field: 'status', before: 'ACTIVE', after: 'BLOCKED' }]),
  );
  const detached = await batchOf(() => remove('servers', server.id));
  const { kind, label, created, updated, deleted } = detached;
  assert.deepEqual([kind, label, created, updated, deleted], ['delete', 'Deletion of 1 server', 0, 3, 1]);
  assert.deepEqual(
    (await ofBatch(detached.id)).map(({ action }) => action),
    ['update', 'update', 'update', 'delete'],
  );
  const removed = await batchOf(bulk({ records, do: { action: 'delete' } }));
  assert.deepEqual([removed.kind, removed.label], ['delete', 'Deletion of 3 domains']);
});

test('a status check is a batch of the person who pressed the button, and without an actor in the hourly job', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const overdue = { registratorAccountId, status: 'ACTIVE', expirationDate: '2020-01-01' };
  await createFrom(user, 'domains', { ...overdue, domain: 'pressed.example' });
  const pressed = await batchOf(() => user.call('POST', '/domains/check-expiration'));
  const { kind, label, actorId, principalKind } = pressed;
  assert.deepEqual(
    [kind, label, actorId, principalKind],
    ['expiry-check', 'Expiration check of 1 domain', user.userId, 'session'],
  );
  await createFrom(user, 'domains', { ...overdue, domain: 'hourly.example' });
  const run = { signal: new AbortController().signal, progress: null, save: async () => undefined };
  const hourly = await batchOf(() => expirationCheck(app.services).run(run));
  assert.deepEqual(
    [hourly.kind, hourly.actorId, hourly.principalKind, hourly.principalId],
    ['expiry-check', null, 'job', 'check-expirations'],
  );
  const [change] = await ofBatch(hourly.id);
  assert.deepEqual(
    [change?.actorId, change?.fields],
    [null, [{ field: 'status', before: 'ACTIVE', after: 'EXPIRED' }]],
  );
});

test('batches and changes are read page by page', async () => {
  const paged = await app.user();
  const reader = await app.ownerOf(paged);
  const { id } = await createRecord(paged, 'emails');
  for (const count of [1, 2, 3, 4]) await put('emails', id, { comment: `${count}` }, paged);
  const whole = (await batchesOf(app.db, reader, all)).items;
  assert.equal(whole.length, 5);
  const first = await batchesOf(app.db, reader, 3);
  const second = await batchesOf(app.db, reader, 3, first.next);
  assert.deepEqual([...first.items, ...second.items], whole);
  assert.equal(second.next, null);
  const newest = await changesOfRecord(app.db, reader, 'email_accounts', id, 2);
  const older = await changesOfRecord(app.db, reader, 'email_accounts', id, 2, newest.next);
  assert.deepEqual(
    [...newest.items, ...older.items].map(({ batchId }) => batchId),
    whole.slice(0, 4).map((batch) => batch.id),
  );
  const body = [1, 2, 3].map((count) => ({
    name: `p${count}`,
    ip: `192.0.2.${count}`,
    port: 1,
    username: 'u',
    password: 'p',
    type: 'HTTP',
  }));
  const { id: batchId } = await batchOf(
    () => paged.call('POST', '/proxies/bulk-import', { proxies: body, skipDuplicates: false }),
    reader,
  );
  const begin = await changesOfBatch(app.db, reader, batchId, 2);
  const rest = await changesOfBatch(app.db, reader, batchId, 2, begin.next ?? '');
  assert.deepEqual([begin.items.length, rest.items.length, rest.next], [2, 1, null]);
});

test("a workspace reads only its own history; that of global records is the administrator's", async () => {
  const { id } = await createRecord(user, 'emails');
  const [{ batchId } = assert.fail()] = await ofRecord('emails', id);
  const foreign = await app.ownerOf(stranger);
  assert.deepEqual(await ofRecord('emails', id, foreign), []);
  assert.deepEqual(await ofBatch(batchId ?? '', foreign), []);
  assert.deepEqual((await batchesOf(app.db, foreign, all)).items, []);

  const administrator = await app.ownerOf(admin);
  const body = { ...(await validBody(admin, 'registrator-types')), isGlobal: true };
  const batch = await batchOf(() => createFrom(admin, 'registrator-types', body), administrator);
  const [change] = await ofBatch(batch.id, administrator);
  assert.equal(change?.kind, 'edit');
  assert.equal((await ofRecord('registrator-types', change.recordId, administrator)).length, 1);
  assert.deepEqual(await ofRecord('registrator-types', change.recordId), []);
  assert.deepEqual(await ofBatch(batch.id), []);
});
