// On both engines: old changes are deleted by statements of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordChange, Undone } from '@quartermaster/contract/history/history.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { pruning } from '../src/records/history/pruning.ts';
import { jobRun } from './job-run.ts';
import { createFrom, createRecord } from './records.ts';
import { scopedMember } from './scoped-member.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
const { id: workspaceId } = await app.ownerOf(user);

const run = jobRun();
const prune = (days: number) => pruning(app.services, () => Date.now() + days * dayMs).run(run);
const batchOf = (answer: Answer) => answer.headers.get('x-batch-id') ?? assert.fail(answer.text);
const undo = (id: string, body: unknown = {}, client: Client = user) =>
  client.call<{ data: Undone }>('POST', `/history/${id}/undo`, body);
const changesOf = async (id: string) =>
  (await user.call<{ data: { changes: RecordChange[] } }>('GET', `/emails/${id}/history`)).body.data.changes;
const stored = (id: string) =>
  app.db.selectFrom('changes').selectAll().where('recordId', '=', id).orderBy('id').execute();
const restore = (id: string) => user.call<{ data: Undone }>('POST', '/trash/restore', { ids: [id] });

test('a forgotten secret is in no old value any more, its undo is refused by name, and the audit knows', async () => {
  const email = await createFrom(user, 'emails', { email: 'forget@example.com', password: 'first one' });
  const edit = batchOf(
    await user.call('PUT', `/emails/${email.id}`, { password: 'second one', comment: 'c' }),
  );
  const answer = await user.call('POST', `/emails/${email.id}/forget`, { field: 'password' });
  assert.deepEqual(answer.body, { data: { field: 'password', changes: 2 } });
  const passwords = (await stored(email.id)).map(({ action, before, after }) => [
    action,
    ...[before, after].map((json) => (JSON.parse(json ?? '{}') as { password?: string | null }).password),
  ]);
  assert.deepEqual(passwords, [
    ['create', undefined, null],
    ['update', null, null],
  ]);
  const revealed = await user.call('POST', `/emails/${email.id}/reveal`, { field: 'password' });
  assert.deepEqual(revealed.body, { data: { value: 'second one' } });
  const changed = (await changesOf(email.id))[0]?.fields.find(({ field }) => field === 'password');
  assert.deepEqual(changed, { field: 'password', label: 'Password', before: null, after: 'changed' });
  const refused = await undo(edit);
  assert.match(refused.body.data.refused[0]?.message ?? '', /earlier password was removed/);
  assert.ok((await user.call('GET', '/audit')).text.includes('secret.forgotten'));
  await user.call('DELETE', `/emails/${email.id}`);
  assert.equal((await user.call('POST', `/emails/${email.id}/forget`, { field: 'password' })).status, 200);
  const restored = await restore(email.id);
  assert.deepEqual(
    restored.body.data.refused.map(({ name }) => name),
    ['forget@example.com'],
  );
  for (const [field, status] of [
    ['comment', 400],
    ['nothing', 400],
    ['x'.repeat(201), 400],
  ] as const)
    assert.equal((await user.call('POST', `/emails/${email.id}/forget`, { field })).status, status, field);
});

test('what is emptied leaves the trash and its values the history; that it was deleted stays', async () => {
  const kept = await createFrom(user, 'emails', { email: 'kept@example.com', password: 'x' });
  const gone = await createFrom(user, 'emails', { email: 'emptied@example.com', password: 'canary word' });
  const edit = batchOf(await user.call('PUT', `/emails/${gone.id}`, { comment: 'c' }));
  const undone = (await undo(edit)).body.data.batch;
  assert.match(undone?.label ?? '', /^Undid "Changed the comment of the email account emptied@example.com"$/);
  for (const { id } of [kept, gone]) await user.call('DELETE', `/emails/${id}`);
  const emptied = await user.call('POST', '/trash/empty', { ids: [gone.id, 'no id'] });
  assert.deepEqual(emptied.body, { data: { emptied: 1 } });
  const trash = (await user.call('GET', '/trash?search=example.com')).text;
  assert.ok(trash.includes(kept.id) && !trash.includes(gone.id));
  for (const { before, after } of await stored(gone.id)) assert.deepEqual([before, after], [null, null]);
  const [deletion] = await changesOf(gone.id);
  assert.deepEqual([deletion?.action, deletion?.name], ['delete', 'Deleted email account']);
  const history = (await user.call('GET', '/history')).text;
  assert.ok(history.includes(undone?.id ?? '-') && !history.includes('emptied@example.com'));
  assert.equal((await restore(gone.id)).status, 409);
  assert.ok(
    Number((await user.call<{ data: { emptied: number } }>('POST', '/trash/empty', {})).body.data.emptied) >
      0,
  );
  assert.ok(!(await user.call('GET', '/trash')).text.includes(kept.id));
});

test('the history is kept as long as the workspace says, and reports on secrets for longer', async () => {
  const put = await user.call('PUT', `/workspaces/${workspaceId}`, { historyDays: 30, deletedSecretDays: 7 });
  assert.equal(put.status, 200, put.text);
  assert.match(put.text, /"historyDays":30,"deletedSecretDays":7/);
  for (const wrong of [0, 1.5, 'a', 40_000])
    assert.equal((await user.call('PUT', `/workspaces/${workspaceId}`, { historyDays: wrong })).status, 400);
  const email = await createFrom(user, 'emails', { email: 'pruned@example.com', password: 'required' });
  const proxy = await createRecord(user, 'proxies');
  const account = await createRecord(user, 'registrator-accounts');
  await user.call('DELETE', `/emails/${email.id}`);
  await user.call('DELETE', `/proxies/${proxy.id}`);
  await user.call('DELETE', `/registrator-accounts/${account.id}`);
  await prune(6.99);
  assert.ok((await stored(email.id)).some(({ before }) => before?.includes('"password":"v1.')));
  await prune(7.01);
  for (const row of await stored(email.id))
    assert.ok(
      !`${row.before ?? ''}${row.after ?? ''}`.includes('"password":"v1.'),
      'the secret is still there',
    );
  const refused = await restore(email.id);
  assert.match(refused.body.data.refused[0]?.message ?? '', /password/);
  await prune(29.99);
  assert.equal((await stored(email.id)).length, 2);
  await prune(30.01);
  assert.deepEqual(await stored(email.id), []);
  const left = await app.db
    .selectFrom('secret_changes')
    .select('path')
    .where('recordId', '=', email.id)
    .execute();
  assert.deepEqual(left, [{ path: 'password' }]);
  assert.equal((await user.call('GET', `/emails/${email.id}`)).status, 404);
});

test('editors see and undo their own acts, within their scope, and never learn whether secrets are equal', async () => {
  const editor = await scopedMember(app, user, 'EDITOR');
  await app.db.updateTable('memberships').set({ secrets: 0 }).where('userId', '=', editor.userId).execute();
  app.services.sessions.forget();
  const tags = [{ type: 'client', value: 'acme' }];
  const theirs = await createFrom(user, 'emails', { email: 'theirs@example.com', password: 'guess', tags });
  const foreign = batchOf(await user.call('PUT', `/emails/${theirs.id}`, { comment: 'owner' }));
  assert.equal((await undo(foreign, {}, editor)).status, 404);
  assert.equal((await editor.call('GET', `/history/${foreign}`)).status, 404);
  assert.equal((await editor.call('GET', '/history')).text.includes(foreign), false);
  const told: unknown[] = [];
  for (const password of ['guess', 'other']) {
    const own = batchOf(await editor.call('PUT', `/emails/${theirs.id}`, { password }));
    const preview = await undo(own, { dryRun: true }, editor);
    const real = await undo(own, {}, editor);
    told.push([preview, real].map(({ body }) => ({ ...body.data, batch: body.data.batch?.counts })));
  }
  assert.deepEqual(told[0], told[1]);
  const revealed = await user.call('POST', `/emails/${theirs.id}/reveal`, { field: 'password' });
  assert.deepEqual(revealed.body, { data: { value: 'guess' } });

  // The editor reads in the history what the owner's undo did: it must not tell the two passwords apart.
  const listed: unknown[] = [];
  for (const password of ['guess', 'other']) {
    const comment = `with ${password}`;
    const own = batchOf(await editor.call('PUT', `/emails/${theirs.id}`, { comment, password }));
    const { body } = await undo(own);
    const { batch, ...rest } = body.data;
    const changes = await editor.call<{ data: { changes: RecordChange[] } }>(
      'GET',
      `/emails/${theirs.id}/history`,
    );
    const change = changes.body.data.changes.find(({ batchId }) => batchId === batch?.id);
    listed.push({
      ...rest,
      fields: change?.fields.map(({ field, after }) => [field, field === 'password' ? after : '']),
    });
  }
  assert.deepEqual(listed[0], listed[1]);
  assert.match(JSON.stringify(listed[0]), /"password","changed"/);

  const hidden = await createFrom(user, 'emails', { email: 'hidden@example.com', password: 'x' });
  for (const { id } of [theirs, hidden]) await user.call('DELETE', `/emails/${id}`);
  const codeOf = async (id: string) =>
    (await editor.call<{ error: { code: string } }>('GET', `/emails/${id}`)).body.error.code;
  assert.deepEqual([await codeOf(theirs.id), await codeOf(hidden.id)], ['DELETED', 'NOT_FOUND']);
  assert.equal((await editor.call('GET', `/emails/${theirs.id}/history`)).status, 200);
  assert.equal((await editor.call('GET', `/emails/${hidden.id}/history`)).status, 404);
  const trash = await editor.call<{ data: { records: unknown[] } }>('GET', '/trash');
  assert.deepEqual(trash.body.data.records, [], 'others deleted them');
  assert.equal((await editor.call('POST', '/trash/restore', { ids: [theirs.id] })).status, 409);
  assert.equal((await editor.call('POST', '/trash/empty', {})).status, 403);
});

test('what a type or provider makes readable later is shown by no history, and brought back by no undo', async () => {
  const editor = await scopedMember(app, user, 'EDITOR', { type: 'client', value: 'leak' });
  await app.db
    .updateTable('memberships')
    .set({ secrets: 0, scope: '[]' })
    .where('userId', '=', editor.userId)
    .execute();
  app.services.sessions.forget();
  const typeWith = (type: string) => ({
    hasApi: true,
    apiFields: { k: { type, label: 'K', required: false } },
  });
  const secret = await createFrom(user, 'registrator-types', { name: 'Secret k', ...typeWith('password') });
  const open = await createFrom(user, 'registrator-types', { name: 'Open k', ...typeWith('string') });
  const email = await createRecord(user, 'emails');
  const account = await createFrom(user, 'registrator-accounts', {
    emailAccountId: email.id,
    registratorTypeId: secret.id,
    password: 'p',
    hasApiAccess: true,
    apiCredentials: { k: 'canary-value' },
  });
  const path = `/registrator-accounts/${account.id}`;
  const put = async (body: unknown) => batchOf(await editor.raw('PUT', path, body));
  const first = await put({ apiCredentials: { k: 'dummy' } });
  await put({ registratorTypeId: open.id, apiCredentials: { k: 'dummy' } });
  const answers = [
    await undo(first, { resolve: 'mine' }, { ...editor, call: editor.raw }),
    await editor.raw('GET', path),
    await editor.raw('GET', `${path}/history`),
    await editor.raw('GET', `/history/${first}`),
  ];
  for (const { text } of answers) assert.ok(!text.includes('canary-value'), text);
  assert.match(answers[0]?.text ?? '', /needs the right to read secrets/);
  const told = await user.call('GET', `${path}/history`);
  assert.ok(told.text.includes('"field":"apiCredentials.k"'), told.text);

  // Readable by now, and still to be forgotten.
  const forget = (field: string) => user.call('POST', `${path}/forget`, { field });
  assert.deepEqual((await forget('apiCredentials.k')).body, {
    data: { field: 'apiCredentials.k', changes: 3 },
  });
  assert.match((await undo(first, { resolve: 'mine' })).text, /was removed from the history/);
  for (const field of ['apiCredentials', 'comment.k']) assert.equal((await forget(field)).status, 400);
});

test('editors without a scope see and undo their own acts alone', async () => {
  const editor = await scopedMember(app, user, 'EDITOR');
  await app.db.updateTable('memberships').set({ scope: '[]' }).where('userId', '=', editor.userId).execute();
  app.services.sessions.forget();
  const theirs = await createFrom(user, 'emails', { email: 'of-the-owner@example.com', password: 'x' });
  const foreign = batchOf(await user.call('PUT', `/emails/${theirs.id}`, { comment: 'owner' }));
  const own = batchOf(await editor.call('PUT', `/emails/${theirs.id}`, { comment: 'editor' }));
  const listed = (await editor.call('GET', '/history')).text;
  assert.deepEqual([listed.includes(own), listed.includes(foreign)], [true, false]);
  assert.equal((await editor.call('GET', `/history/${foreign}`)).status, 404);
  assert.equal((await undo(foreign, {}, editor)).status, 404);
  assert.equal((await undo(own, {}, editor)).status, 200);
});
