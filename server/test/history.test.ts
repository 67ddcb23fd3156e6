// On both engines: changes are read by statements of their own.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Batch, Change, RecordChange } from '@quartermaster/contract/history/history.schema';
import { expirationCheck } from '../src/features/domains/domains.service.ts';
import { cursorOf } from '../src/lib/cursor.ts';
import { fixtures } from './fixtures/all.ts';
import { jobRun } from './job-run.ts';
import { type RecordBody, at, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

const app = await startApp();
const admin = await app.user();
const user = await app.user();
const stranger = await app.user();

type Page = { batches: Batch[]; next: string | null };
type Whole = { batch: Batch; changes: Change[]; next: string | null };
async function read<T>(path: string, client: Client = user): Promise<T> {
  const answer = await client.call<{ data: T }>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const historyOf = async (area: string, id: string, client = user) =>
  (await read<{ changes: RecordChange[] }>(`/${area}/${id}/history`, client)).changes;
const wholeBatch = (id: string, client = user) => read<Whole>(`/history/${id}`, client);

/** The batch that a write names in its answer. */
async function batchOf(act: () => Promise<Answer>, client = user): Promise<Whole> {
  const answer = await act();
  assert.ok(answer.status < 300, answer.text);
  const id = answer.headers.get('x-batch-id');
  assert.ok(id, 'the answer names no batch');
  const { batches } = await read<Page>('/history', client);
  assert.equal(batches[0]?.id, id);
  return wholeBatch(id, client);
}
const pathOf = (area: string, id: string) => `${fixtureOf(area).crud.path}/${id}`;
const put = (area: string, id: string, body: unknown, client = user) =>
  client.call('PUT', pathOf(area, id), body);
const remove = (area: string, id: string) => user.call('DELETE', pathOf(area, id));
const labels = (changes: readonly Change[]) => changes.map(({ fields }) => fields.map(({ label }) => label));

for (const [area, { change, secrets, answered = [], crud }] of Object.entries(fixtures))
  describe(`${area}: history`, () => {
    let record: RecordBody;
    before(async () => {
      record = await createRecord(user, area, { optional: true });
    });

    test('tells who created, changed and deleted a record, when, and what changed', async () => {
      const began = new Date().toISOString();
      const edit = await batchOf(() => put(area, record.id, change));
      const deletion = await batchOf(() => remove(area, record.id));
      const changes = await historyOf(area, record.id);
      assert.deepEqual(
        changes.map(({ action, kind, actor, token, recordId }) => [
          action,
          kind,
          actor?.userId,
          token,
          recordId,
        ]),
        [
          ['delete', 'delete', user.userId, null, record.id],
          ['update', 'edit', user.userId, null, record.id],
          ['create', 'edit', user.userId, null, record.id],
        ],
      );
      const [deleted, updated, created] = changes;
      assert.ok(deleted && updated && created);
      assert.equal(deleted.batchId, deletion.batch.id);
      assert.equal(updated.batchId, edit.batch.id);
      assert.ok(updated.at >= began && updated.at <= deleted.at);
      const [name] = [...new Set(changes.map((each) => each.name))];
      assert.ok(name);
      assert.equal(deletion.batch.label, `Deleted the ${crud.one} ${name}`);
      assert.match(edit.batch.label, new RegExp(`^Changed the .+ of the ${crud.one} `));
      const { kind, actor, state, progress, undoOf, undoneBy, source } = edit.batch;
      assert.deepEqual(
        { kind, email: actor?.email, state, progress, undoOf, undoneBy, source, area: edit.batch.area },
        {
          ...{ kind: 'edit', email: user.email, state: 'done', progress: null },
          ...{ undoOf: null, undoneBy: null, source: null, area },
        },
      );
      assert.deepEqual(edit.batch.counts, { created: 0, updated: 1, deleted: 0 });
      // Codes, flags, numbers and instants are those of the record's own answer.
      const references = new Set(Object.keys({ ...fixtureOf(area).needs, ...fixtureOf(area).may }));
      const sealed = new Set(['tags', ...secrets.map((path) => path.split('.')[0] ?? '')]);
      const plain = ({ field }: { field: string }) =>
        field in record && !references.has(field) && !sealed.has(field);
      const [first, then] = [created, updated].map(({ fields }) => fields.filter(plain));
      assert.ok(first?.length && then?.length);
      for (const { field, before: was, after } of first)
        assert.deepEqual([was, after], [null, record[field]], field);
      for (const { field, before: was, after } of then)
        assert.deepEqual([was, after], [record[field], change[field]], field);
      for (const { field } of updated.fields) assert.ok((field.split('.')[0] ?? '') in change, field);
      for (const each of changes) assert.ok(each.fields.length > 0, each.action);
    });

    test('tells secrets as set, changed or cleared, without any value', async () => {
      const before = await createRecord(user, area, { optional: true });
      const { id } = before;
      await put(area, id, change);
      const changes = await historyOf(area, id);
      const ofSecrets = changes.flatMap(({ fields }) =>
        fields.filter(({ after }) => ['set', 'changed', 'cleared'].includes(String(after))),
      );
      if (secrets.length > 0) assert.ok(ofSecrets.length > 0, area);
      assert.deepEqual(
        new Set(ofSecrets.map((each) => each.before)),
        new Set(secrets.length > 0 ? [null] : []),
      );
      const hidden = secrets.filter((path) => !answered.includes(path));
      const values = hidden
        .flatMap((path) => [at(before, path), at(change, path)])
        .filter((value) => typeof value === 'string');
      assert.ok(values.length >= hidden.length, 'a record of the fixture lacks a secret');
      const told = JSON.stringify(changes);
      for (const value of values) assert.ok(!told.includes(value), `${value} in ${told}`);
      await remove(area, id); // Its name is needed below.
    });

    test('has no batch for a write that changes nothing', async () => {
      const { id } = await createRecord(user, area, { optional: true });
      await put(area, id, change);
      const open = Object.entries(change).filter(
        ([field]) => !secrets.some((path) => path.startsWith(field)),
      );
      const answer = await put(area, id, Object.fromEntries(open));
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('x-batch-id'), null);
      assert.equal((await historyOf(area, id)).length, 2);
    });
  });

test('references are named, tags written out, and times are instants', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const server = await createRecord(user, 'servers');
  const body = { domain: 'shown.example', registratorAccountId, serverId: server.id };
  const { changes } = await batchOf(() =>
    user.call('POST', '/domains', {
      ...body,
      expirationDate: '2031-02-03',
      tags: [{ type: 'client', value: 'acme' }],
    }),
  );
  const [{ fields, name, recordId } = assert.fail()] = changes;
  assert.equal(name, 'shown.example');
  const after = new Map(fields.map((each) => [each.field, each.after]));
  assert.equal(after.get('serverId'), server['name']);
  assert.deepEqual(after.get('tags'), ['client: acme']);
  assert.equal(after.get('expirationDate'), '2031-02-03T00:00:00.000Z');
  assert.equal(fields.find(({ field }) => field === 'serverId')?.label, 'Server');
  await put('domains', recordId, { serverId: null });
  await remove('servers', server.id);
  const [detached] = await historyOf('domains', recordId);
  assert.deepEqual(detached?.fields, [
    { field: 'serverId', label: 'Server', before: server['name'], after: null },
  ]);
});

test('an import, a bulk action and a deletion that detaches are one batch each, with a label', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const server = await createRecord(user, 'servers');
  const names = ['a', 'b', 'c'].map((name) => `${name}-batch.example`);
  const domains = names.map((domain) => ({ domain, registratorAccountId, serverId: server.id }));
  const imported = await batchOf(() =>
    user.call('POST', '/domains/bulk-import', { domains: [...domains, ...domains], skipDuplicates: true }),
  );
  assert.deepEqual([imported.batch.kind, imported.batch.label], ['import', 'Imported 3 domains']);
  assert.deepEqual(
    imported.changes.map(({ name, action }) => [name, action]),
    names.map((name) => [name, 'create']),
  );
  const records = { ids: imported.changes.map(({ recordId }) => recordId) };
  const bulk = (body: unknown) => () => user.call('POST', '/domains/bulk-actions', body);
  const status = await batchOf(bulk({ records, do: { action: 'setStatus', status: 'BLOCKED' } }));
  assert.deepEqual([status.batch.kind, status.batch.label], ['bulk', 'Set the status of 3 domains']);
  assert.deepEqual(status.changes[0]?.fields, [
    { field: 'status', label: 'Status', before: 'ACTIVE', after: 'BLOCKED' },
  ]);
  const tag = { type: 'client', value: 'acme' };
  const tagged = await batchOf(bulk({ records, do: { action: 'addTag', tag } }));
  assert.equal(tagged.batch.label, 'Added the tag client: acme to 3 domains');
  const detached = await batchOf(() => remove('servers', server.id));
  const { kind, label, counts, area } = detached.batch;
  assert.deepEqual([kind, label, area], ['delete', 'Deleted 1 server', 'servers']);
  assert.deepEqual(counts, { created: 0, updated: 3, deleted: 1 });
  assert.deepEqual(
    detached.changes.map(({ action }) => action),
    ['update', 'update', 'update', 'delete'],
  );
  const removed = await batchOf(bulk({ records, do: { action: 'delete' } }));
  assert.deepEqual([removed.batch.kind, removed.batch.label], ['delete', 'Deleted 3 domains']);
  assert.deepEqual(labels(detached.changes)[0], ['Server']);
  const ofServers = await read<Page>('/history?area=servers&kind=delete');
  assert.ok(ofServers.batches.some(({ id }) => id === detached.batch.id));
  assert.ok(!ofServers.batches.some(({ id }) => id === removed.batch.id));
  const ofDomains = await read<Page>('/history?area=domains');
  assert.ok(
    ofDomains.batches.some(({ id }) => id === detached.batch.id),
    'it changed domains too',
  );
});

test('a status check is a batch of whoever pressed the button, and a job is listed by its kind alone', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const overdue = { registratorAccountId, status: 'ACTIVE', expirationDate: '2020-01-01' };
  await createFrom(user, 'domains', { ...overdue, domain: 'pressed.example' });
  const pressed = await batchOf(() => user.call('POST', '/domains/check-expiration'));
  assert.equal(pressed.batch.kind, 'expiry-check');
  assert.equal(pressed.batch.label, 'Set the status by date of the domain pressed.example');
  assert.equal(pressed.batch.actor?.userId, user.userId);
  await createFrom(user, 'domains', { ...overdue, domain: 'hourly.example' });
  await expirationCheck(app.services).run(jobRun());
  const [newest] = (await read<Page>('/history')).batches;
  assert.equal(newest?.kind, 'edit');
  const [hourly] = (await read<Page>('/history?kind=expiry-check')).batches;
  assert.deepEqual([hourly?.kind, hourly?.actor], ['expiry-check', null]);
  const [change] = (await wholeBatch(hourly?.id ?? '')).changes;
  assert.deepEqual(change?.fields, [
    { field: 'status', label: 'Status', before: 'ACTIVE', after: 'EXPIRED' },
  ]);
});

test('batches and changes are read page by page, and a damaged cursor is refused', async () => {
  const paged = await app.user();
  const { id } = await createRecord(paged, 'emails');
  for (let count = 0; count < 120; count += 1) await put('emails', id, { comment: `${count}` }, paged);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await read<Page>(`/history?recordId=${id}&cursor=${cursor}`, paged);
    seen.push(...page.batches.map((batch) => batch.id));
    cursor = page.next ?? '';
  } while (cursor !== '');
  assert.equal(new Set(seen).size, 121);
  const first = await read<{ changes: RecordChange[]; next: string }>(`/emails/${id}/history`, paged);
  const rest = await read<{ changes: RecordChange[]; next: null }>(
    `/emails/${id}/history?cursor=${first.next}`,
    paged,
  );
  assert.equal(rest.next, null);
  assert.deepEqual(
    [...first.changes, ...rest.changes].map(({ batchId }) => batchId),
    seen,
  );
  const unstorable = [['a\0b'], [1, 'a\0b'], ['\ud800']].map(cursorOf);
  for (const damaged of ['x', `${first.next}x`, first.next.slice(1), 'W10', '%00', ...unstorable])
    for (const path of ['/history', '/trash', `/history/${seen[0] ?? ''}`, `/emails/${id}/history`]) {
      const answer = await paged.call('GET', `${path}?cursor=${damaged}`);
      assert.equal(answer.status, 400, `${path} ${damaged}: ${answer.text}`);
    }
});

test('a period takes days and instants, and includes both ends', async () => {
  const own = await app.user();
  const { id } = await createRecord(own, 'emails');
  await put('emails', id, { comment: 'later' }, own);
  const { batches } = await read<Page>('/history', own);
  const [later, created] = batches.map(({ at }) => at);
  const counted = async (query: string) => (await read<Page>(`/history?${query}`, own)).batches.length;
  const day = (at = '') => at.slice(0, 10);
  assert.equal(await counted(`from=${day(created)}&to=${day(later)}`), 2);
  assert.equal(await counted(`from=${later}`), 1);
  assert.equal(await counted(`to=${created}`), 1);
  assert.equal(await counted(`from=${created}&to=${later}`), 2);
  assert.equal(await counted('to=2020-01-01'), 0);
  for (const path of ['/history', '/audit', '/secret-views', '/auth/events'])
    for (const [text, status] of [
      [created, 200],
      [day(created), 200],
      ['2026-02-30', 400],
      ['yesterday', 400],
    ] as const)
      assert.equal(
        (await own.call('GET', `${path}?from=${text}&to=${text}`)).status,
        status,
        `${path} ${text}`,
      );
});

test("a workspace reads only its own history; that of global records is the administrator's", async () => {
  const { id } = await createRecord(user, 'emails');
  const [{ batchId } = assert.fail()] = await historyOf('emails', id);
  const status = async (path: string, client: Client) => (await client.call('GET', path)).status;
  assert.equal(await status(`/emails/${id}/history`, stranger), 404);
  assert.equal(await status(`/history/${batchId ?? ''}`, stranger), 404);
  assert.deepEqual((await read<Page>('/history', stranger)).batches, []);

  const body = { ...(await validBody(admin, 'registrator-types')), isGlobal: true };
  const { batch, changes } = await batchOf(() => admin.call('POST', '/registrator-types', body), admin);
  assert.equal(batch.kind, 'edit');
  const [{ recordId } = assert.fail()] = changes;
  assert.equal((await historyOf('registrator-types', recordId, admin)).length, 1);
  assert.deepEqual(
    await historyOf('registrator-types', recordId),
    [],
    'the record is seen, its history is not',
  );
  assert.equal(await status(`/history/${batch.id}`, user), 404);
});
