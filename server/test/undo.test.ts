// On both engines: changes are taken back in a transaction with locks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch, Undone } from '@quartermaster/contract/history/history.schema';
import type { DeletedRecord } from '@quartermaster/contract/trash/trash.schema';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, createFrom, createRecord, fixtureOf } from './records.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();

const pathOf = (area: string, id = '') => `${fixtureOf(area).crud.path}${id === '' ? '' : `/${id}`}`;
const put = (area: string, id: string, body: unknown, client: Client = user) =>
  client.call('PUT', pathOf(area, id), body);
const remove = (area: string, id: string) => user.call('DELETE', pathOf(area, id));
async function batchOf(act: Promise<Answer>): Promise<string> {
  const answer = await act;
  assert.ok(answer.status < 300, answer.text);
  return answer.headers.get('x-batch-id') ?? assert.fail('no batch');
}
const undo = (batchId: string, body: unknown = {}, client: Client = user) =>
  client.call<{ data: Undone }>('POST', `/history/${batchId}/undo`, body);
async function undone(batchId: string, body: unknown = {}, client: Client = user): Promise<Undone> {
  const answer = await undo(batchId, body, client);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
async function get(area: string, id: string, client: Client = user): Promise<RecordBody> {
  const answer = await client.call<{ data: Record<string, RecordBody> }>('GET', pathOf(area, id));
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data[fixtureOf(area).crud.itemKey] ?? assert.fail();
}
/** All that must come back: the version only grows. */
const content = ({ updatedAt: _, ...record }: RecordBody) => record;
const trash = async (query = '') =>
  (await user.call<{ data: { records: DeletedRecord[] } }>('GET', `/trash?${query}`)).body.data.records;
const batchAt = async (id: string) =>
  (await user.call<{ data: { batch: Batch } }>('GET', `/history/${id}`)).body.data.batch;
const clean = { conflicts: [], refused: [] };
const outcome = ({ conflicts, refused }: Undone) => ({ conflicts, refused });

for (const [area, { change }] of Object.entries(fixtures))
  describe(`${area}: undo`, () => {
    test('takes back an edit, a creation and a deletion to the byte, secrets included, and each undo can be undone', async () => {
      const record = await createRecord(user, area, { optional: true });
      const before = await get(area, record.id);
      const edit = await batchOf(put(area, record.id, change));
      const changed = await get(area, record.id);
      const first = await undone(edit);
      assert.deepEqual(outcome(first), clean);
      assert.deepEqual(content(await get(area, record.id)), content(before));
      assert.equal(first.batch?.kind, 'undo');
      assert.equal(first.batch.undoOf, edit);
      assert.equal((await batchAt(edit)).undoneBy, first.batch.id);
      const again = await undo(edit);
      assert.equal(again.status, 409, again.text);
      assert.match(again.text, /Already undone/);

      const redo = await undone(first.batch.id);
      assert.match(redo.batch?.label ?? '', /^Redid "/);
      assert.deepEqual(content(await get(area, record.id)), content(changed));

      const deletion = await batchOf(remove(area, record.id));
      const back = await undone(deletion);
      assert.deepEqual(outcome(back), clean);
      assert.deepEqual(content(await get(area, record.id)), content(changed));
      await undone(back.batch?.id ?? '');
      assert.equal((await user.call('GET', pathOf(area, record.id))).status, 404);
      await undone(deletion);
      assert.deepEqual(content(await get(area, record.id)), content(changed));

      const other = await createRecord(user, area, { optional: true });
      const history = await user.call<{ data: { changes: { batchId: string }[] } }>(
        'GET',
        `/${area}/${other.id}/history`,
      );
      const creation = history.body.data.changes.at(-1)?.batchId ?? '';
      const gone = await undone(creation);
      assert.deepEqual(gone.batch?.counts, { created: 0, updated: 0, deleted: 1 });
      assert.equal((await user.call('GET', pathOf(area, other.id))).status, 404);
      await remove(area, record.id); // Its name is needed by the next area's fixtures.
    });
  });

describe('a field that has changed since', () => {
  async function contested() {
    const { id } = await createFrom(user, 'emails', {
      email: `contested-${Math.random()}@example.com`,
      password: 'one',
      comment: 'was',
      loginUrl: 'https://was.example/',
    });
    const made = { comment: 'made', loginUrl: 'https://made.example/' };
    const batch = await batchOf(put('emails', id, made));
    await put('emails', id, { comment: 'now' });
    return { id, batch };
  }
  const conflict = { field: 'comment', label: 'Comment', was: 'was', made: 'made', now: 'now' };

  for (const [resolve, comment, loginUrl] of [
    [undefined, 'now', 'https://was.example/'],
    ['theirs', 'now', 'https://was.example/'],
    ['mine', 'was', 'https://was.example/'],
    ['skip', 'now', 'https://made.example/'],
  ] as const)
    test(`is a conflict, resolved as ${resolve ?? 'left out'}, for all or for the record`, async () => {
      for (const each of [false, true]) {
        const { id, batch } = await contested();
        const body = resolve === undefined ? {} : { resolve: each ? { [id]: resolve } : resolve };
        const rehearsed = await undone(batch, { ...body, dryRun: true });
        assert.equal((await get('emails', id))['comment'], 'now');
        assert.equal((await batchAt(batch)).undoneBy, null);
        const real = await undone(batch, body);
        assert.deepEqual(outcome(rehearsed), outcome(real));
        assert.deepEqual(rehearsed.batch?.counts, real.batch?.counts);
        assert.deepEqual(real.conflicts[0]?.fields, [conflict]);
        const record = await get('emails', id);
        assert.deepEqual([record['comment'], record['loginUrl']], [comment, loginUrl]);
      }
    });

  test('is left for another undo, which takes what is left', async () => {
    const { id, batch } = await contested();
    await undone(batch);
    const second = await undone(batch, { resolve: 'mine' });
    assert.equal(second.counts.done, 1);
    assert.equal((await get('emails', id))['comment'], 'was');
    assert.equal((await undo(batch)).status, 409);
  });

  test('does not keep the rest of tags, credentials and users from being undone', async () => {
    const server = await createRecord(user, 'servers', { optional: true });
    const users = server['users'] as (Body & { id: string })[];
    const [root, deploy] = users;
    const tags = (...values: string[]) => values.map((value) => ({ type: 't', value }));
    await put('servers', server.id, { tags: tags('a', 'b') });
    const added = { username: 'added', password: 'x', isDefault: false };
    // As forms send them: a secret that is sent again counts as changed.
    const kept = ({ password: _, sshKey: __, ...rest }: Body = {}) => rest;
    const batch = await batchOf(
      put('servers', server.id, {
        tags: tags('a', 'c'),
        users: [{ ...kept(root), password: 'made' }, kept(deploy), added],
      }),
    );
    const made = (await get('servers', server.id))['users'] as Body[];
    await put('servers', server.id, {
      tags: tags('a', 'c', 'd'),
      users: [kept(made[0]), { ...kept(made[1]), password: 'theirs' }, kept(made[2])],
    });
    const answer = await undone(batch);
    assert.deepEqual(outcome(answer), clean);
    const now = await get('servers', server.id);
    assert.deepEqual(
      new Set((now['tags'] as { value: string }[]).map(({ value }) => value)),
      new Set(['a', 'b', 'd']),
    );
    assert.deepEqual(
      (now['users'] as Body[]).map(({ username, password }) => [username, password]),
      [
        [root?.['username'], root?.['password']],
        [deploy?.['username'], 'theirs'],
      ],
    );
  });
});

describe('refused by name, while the rest is done', () => {
  test('are a name taken meanwhile, a reference that is gone, and a record that others require', async () => {
    const one = await createFrom(user, 'emails', { email: 'taken@example.com', password: 'x' });
    const two = await createFrom(user, 'emails', { email: 'free@example.com', password: 'x' });
    const deletion = await batchOf(
      user.call('POST', '/emails/bulk-actions', {
        records: { ids: [one.id, two.id] },
        do: { action: 'delete' },
      }),
    );
    await createFrom(user, 'emails', { email: 'TAKEN@example.com', password: 'x' });
    const restored = await undone(deletion);
    assert.equal(restored.counts.done, 1);
    assert.deepEqual(
      restored.refused.map(({ recordId, name }) => [recordId, name]),
      [[one.id, 'taken@example.com']],
    );
    assert.match(restored.refused[0]?.message ?? '', /exists/);

    const proxy = await createRecord(user, 'proxies');
    const account = await createRecord(user, 'registrator-accounts');
    await put('registrator-accounts', account.id, { proxyId: proxy.id });
    const unset = await batchOf(put('registrator-accounts', account.id, { proxyId: null }));
    await remove('proxies', proxy.id);
    const gone = await undone(unset);
    assert.deepEqual([gone.batch, gone.refused[0]?.message], [null, 'Proxy not found']);

    const hosting = await createRecord(user, 'hostings');
    const history = await user.call<{ data: { changes: { batchId: string }[] } }>(
      'GET',
      `/hostings/${hosting.id}/history`,
    );
    await createFrom(user, 'servers', { ...fixtureOf('servers').valid(9000), hostingId: hosting.id });
    const required = await undone(history.body.data.changes[0]?.batchId ?? '');
    assert.equal(required.refused[0]?.message, 'Used by 1 server');
    assert.equal((await get('hostings', hosting.id)).id, hosting.id);
  });

  test('is a merged list that the rules of its field refuse', async () => {
    const tags = (name: string) => Array.from({ length: 20 }, (_, n) => ({ type: name, value: `${n}` }));
    const email = await createFrom(user, 'emails', { email: 'tags@example.com', password: 'x' });
    await put('emails', email.id, { tags: tags('first') });
    const retagged = await batchOf(put('emails', email.id, { tags: [] }));
    await put('emails', email.id, { tags: tags('second') });
    const full = await undone(retagged);
    assert.deepEqual([full.batch, full.refused[0]?.message], [null, 'Maximum 20 tags allowed']);
    assert.equal(((await get('emails', email.id))['tags'] as unknown[]).length, 20);

    const server = await createRecord(user, 'servers');
    const account = (username: string, isDefault: boolean) => ({ username, password: 'x', isDefault });
    await put('servers', server.id, { users: [account('one', true), account('two', false)] });
    const replaced = await batchOf(put('servers', server.id, { users: [account('two', true)] }));
    await put('servers', server.id, { users: [account('two', false), account('three', true)] });
    const doubled = await undone(replaced);
    assert.equal(doubled.refused[0]?.message, 'Only one user can be marked as default');
    const users = (await get('servers', server.id))['users'] as Body[];
    assert.deepEqual(
      users.map(({ username }) => username),
      ['two', 'three'],
    );
  });

  test('renamed records take their names back, and one that cannot stops no other', async () => {
    const names = ['swap-a.example', 'swap-b.example'];
    const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
    const made = [];
    for (const domain of names)
      made.push(await createFrom(user, 'domains', { domain, registratorAccountId }));
    const renamed = await batchOf(put('domains', made[0]?.id ?? '', { domain: 'swap-c.example' }));
    await createFrom(user, 'domains', { domain: 'swap-a.example', registratorAccountId });
    const answer = await undone(renamed);
    assert.equal(answer.refused[0]?.message, 'This domain already exists');
    assert.equal((await get('domains', made[0]?.id ?? ''))['domain'], 'swap-c.example');
  });
});

describe('the trash', () => {
  test('lists what was deleted with what was detached, and restores it with those references', async () => {
    const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
    const server = await createRecord(user, 'servers', { optional: true });
    const before = await get('servers', server.id);
    const domains = [];
    for (const domain of ['one-det.example', 'two-det.example'])
      domains.push(await createFrom(user, 'domains', { domain, registratorAccountId, serverId: server.id }));
    const batchId = await batchOf(remove('servers', server.id));
    const [deleted] = await trash(`area=servers&search=${encodeURIComponent(String(server['name']))}`);
    assert.ok(deleted);
    assert.deepEqual([deleted.id, deleted.batchId, deleted.actor?.userId], [server.id, batchId, user.userId]);
    assert.deepEqual(
      new Set(deleted.detached.map(({ name }) => name)),
      new Set(['one-det.example', 'two-det.example']),
    );
    const missing = await user.call<{ error: { code: string } }>('GET', `/servers/${server.id}`);
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'DELETED']);

    const other = await createRecord(user, 'servers');
    await put('domains', domains[1]?.id ?? '', { serverId: other.id });
    const answer = await user.call<{ data: Undone }>('POST', '/trash/restore', { ids: [server.id] });
    assert.equal(answer.status, 200, answer.text);
    const { batch, refused } = answer.body.data;
    assert.deepEqual([batch?.kind, refused], ['restore', []]);
    assert.equal(batch?.label, 'Restored 1 server');
    assert.deepEqual(content(await get('servers', server.id)).users, before['users']);
    assert.equal((await get('domains', domains[0]?.id ?? ''))['serverId'], server.id);
    assert.equal((await get('domains', domains[1]?.id ?? ''))['serverId'], other.id);
    assert.deepEqual(await trash(`area=servers&search=${encodeURIComponent(String(server['name']))}`), []);
    assert.equal((await user.call('POST', '/trash/restore', { ids: [server.id] })).status, 409);
  });

  test('restores a mailbox, its account and a domain from three deletions in one call', async () => {
    const email = await createRecord(user, 'emails');
    const type = await createRecord(user, 'registrator-types');
    const account = await createFrom(user, 'registrator-accounts', {
      ...fixtureOf('registrator-accounts').valid(7000),
      emailAccountId: email.id,
      registratorTypeId: type.id,
    });
    const domain = await createFrom(user, 'domains', {
      domain: 'three.example',
      registratorAccountId: account.id,
    });
    await remove('domains', domain.id);
    await remove('registrator-accounts', account.id);
    const found = await trash(`search=${encodeURIComponent(String(type['name']).toUpperCase())}`);
    assert.deepEqual(
      found.map(({ id }) => id),
      [account.id],
      'an account is found by the name of its type',
    );
    await remove('emails', email.id);
    const ids = [domain.id, account.id, email.id];
    const answer = await user.call<{ data: Undone }>('POST', '/trash/restore', { ids });
    assert.deepEqual(outcome(answer.body.data), clean);
    assert.equal((await get('domains', domain.id))['domain'], 'three.example');
  });
});

test('a key makes a repetition answer the same, also at the same time, and belongs to one request', async () => {
  const { id } = await createRecord(user, 'emails');
  const batch = await batchOf(put('emails', id, { comment: 'once' }));
  const key = 'the-same-key';
  const answers = await Promise.all([1, 2, 3].map(() => undone(batch, { key })));
  const later = await undone(batch, { key });
  for (const each of answers)
    assert.deepEqual({ ...each, batch: each.batch?.id }, { ...later, batch: later.batch?.id });
  assert.equal((await undo(batch, { key: 'another-key' })).status, 409);
  const other = await batchOf(put('emails', id, { comment: 'twice' }));
  assert.equal((await undo(other, { key })).status, 409);
  for (const wrong of ['short', 'x'.repeat(101)])
    assert.equal((await undo(other, { key: wrong })).status, 400);
});
