import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { inBatch } from '../src/records/history/batches.ts';
import { prepareCells, storeCells } from '../src/records/import/apply-cells.ts';
import { planCells } from '../src/records/import/cell-plan.ts';
import { targetAt } from '../src/records/import/targets.ts';
import { recordTableOf } from '../src/features/imports/imports.tables.ts';
import { apply, choose, preview, rowsOf, sendFile, some } from './imports.ts';
import { createRecord } from './records.ts';
import { apiFields, complete, createAccount, createType } from './registrators.ts';
import { scopeTag, scopedMember } from './scoped-member.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();

test('a file that is too large, empty or no table is refused in words, whatever its type', async () => {
  const large = new Uint8Array(limits.importFile + 1).fill(97);
  for (const [content, status, message] of [
    [large, 413, 'A file may have at most 10 MB'],
    ['', 400, 'There is nothing to import: the file is empty'],
    ['<html></html>', 400, 'This is a web page, not a table'],
  ] as const) {
    const answer = await sendFile(app, user, 'domains', 'x.txt', content);
    assert.deepEqual([answer.status, answer.body.error.message], [status, message]);
  }
  const { body } = await user.call<{ error: { message: string } }>('POST', '/imports', { text: 'a' });
  assert.equal(body.error.message, 'Area is required');
});

test('others neither read nor apply an import, and viewers begin none', async () => {
  const found = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  const member = await app.user();
  const { id: workspaceId } = await app.ownerOf(user);
  const membership = { workspaceId, userId: member.userId, role: 'ADMIN', createdAt: 0 };
  await app.db.insertInto('memberships').values(membership).execute();
  const there = { 'x-workspace': workspaceId };
  assert.equal((await member.call('GET', `/imports/${found.id}`, undefined, there)).status, 404);
  assert.equal(
    (await member.call('POST', `/imports/${found.id}/apply`, { key: 'key-of-another' }, there)).status,
    404,
  );
  await app.db
    .updateTable('memberships')
    .set({ role: 'VIEWER' })
    .where('userId', '=', member.userId)
    .execute();
  app.services.sessions.forget();
  const { status } = await member.call('POST', '/imports', { area: 'emails', text: 'a@x.example' }, there);
  assert.equal(status, 403);
});

test('rights are those of the moment in which it is applied', async () => {
  const other = await app.user();
  const found = await preview(app, other, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  await app.db
    .updateTable('memberships')
    .set({ role: 'VIEWER' })
    .where('userId', '=', other.userId)
    .execute();
  const { status, body } = await apply(other, found);
  assert.deepEqual([status, body.error.code], [403, 'FORBIDDEN']);
  const { text } = await other.call('GET', '/emails');
  assert.ok(!text.includes('one@x.example'));
});

test('ten thousand rows at most; a change of one cell plans them all again', async () => {
  const owner = await app.user();
  const file = ['Email,Password', ...Array.from({ length: 10_000 }, (_, n) => `m${n}@x.example,p`)];
  const found = await preview(app, owner, 'emails', 'many.csv', file.join('\n'));
  assert.deepEqual(some(found.counts), { create: 10_000 });
  const answer = await sendFile(app, owner, 'emails', 'many.csv', [...file, 'm@x.example,p'].join('\n'));
  assert.match(answer.body.error.message, /At most 10,000 rows/);
  const { body } = await owner.call<{ data: { row: { kind: string }; counts: object } }>(
    'PUT',
    `/imports/${found.id}/rows/10000`,
    { cells: { Email: 'm0@x.example' } },
  );
  assert.deepEqual(
    [body.data.row.kind, some(body.data.counts as never)],
    ['skip', { create: 9999, skip: 1 }],
  );
  // The row that repeated it counts then.
  const left = await owner.call<{ data: { counts: object } }>('PUT', `/imports/${found.id}/rows/1`, {
    skip: true,
  });
  assert.deepEqual(some(left.body.data.counts as never), { create: 9999, skip: 1 });
});

test('a blank cell takes nothing from the row before, and one bad row stops no other', async () => {
  const owner = await app.user();
  const account = await createRecord(owner, 'registrator-accounts');
  const file =
    'Domain;Expires;Comment\na.example;31.12.2027;first\nb.example;;\n;;;;\nnot a domain;;x\na.example;;again\n';
  const first = await preview(app, owner, 'domains', 'x.csv', file);
  const found = await choose(owner, first, { options: { values: { registratorAccountId: account.id } } });
  assert.deepEqual(some(found.counts), { create: 2, skip: 1, error: 1 });
  const [, second] = await rowsOf(owner, found);
  assert.deepEqual(
    second?.changes
      .map(({ field }) => field)
      .filter((field) => ['comment', 'expirationDate'].includes(field)),
    [],
  );
  assert.equal((await apply(owner, found)).status, 200);
});

test('a member with a scope changes and creates only what they see', async () => {
  const owner = await app.user();
  const [outside, inside] = [await createRecord(owner, 'emails'), await createRecord(owner, 'emails')];
  await owner.call('PUT', `/emails/${inside.id}`, { tags: [scopeTag] });
  const member = await scopedMember(app, owner, 'EDITOR');
  const emailOf = (record: object) => String((record as { email: string }).email);
  const tag = `${scopeTag.type}:${scopeTag.value}`;
  const file = [
    'Email,Password,Comment,Tags',
    `${emailOf(outside)},p,mine,${tag}`,
    `${emailOf(inside)},,mine,`,
    `new@x.example,p,,${tag}`,
    'other@x.example,p,,',
  ].join('\n');
  const sent = { area: 'emails', name: 'x.csv', text: file };
  const { body } = await member.raw<{ data: { import: { id: string; counts: null } } }>(
    'POST',
    '/imports',
    sent,
  );
  assert.deepEqual(some(body.data.import.counts), { create: 1, update: 1, error: 2 });
  const [first, , , last] = await rowsOf({ ...member, call: member.raw }, body.data.import);
  assert.equal(first?.errors[0]?.message, 'An email account with this address already exists');
  assert.match(last?.errors[0]?.message ?? '', /Your access needs one of these tags/);
  const types = await member.raw('POST', '/imports', { area: 'registrator-types', text: 'Name\nx' });
  assert.equal(types.status, 403);
});

test('a type that got an account since it was planned keeps its secret for a writer who may not read it', async () => {
  const type = await createType(user);
  const owner = { ...(await app.ownerOf(user)), secrets: false };
  const shown = JSON.stringify({
    ...apiFields,
    apiKey: { ...apiFields.apiKey, type: 'string', readable: true },
  });
  const columns = ['name', 'apiFields'].map((header) => {
    const target = targetAt('registrator_types', header) ?? null;
    return { header, target, order: null };
  });
  const input = {
    table: recordTableOf('registrator_types'),
    tableOf: recordTableOf,
    columns,
    rows: [[String(type['name']), shown]],
    lines: [2],
    skipped: {},
    errors: {},
    options: {
      existing: 'update',
      duplicates: 'first',
      tags: 'add',
      badCells: 'drop',
      secretComments: 'keep',
      references: {},
      values: {},
    },
  } as const;
  const plan = await planCells(app.db, owner, input);
  assert.deepEqual(
    plan.rows.map(({ kind }) => kind),
    ['update'],
  );
  const prepared = await prepareCells(app.db, owner, input, plan, new Set([0]));
  await createAccount(user, { registratorTypeId: type.id, apiCredentials: complete });
  const act = { kind: 'import', table: 'registrator_types', owner } as const;
  const outcomes = await inBatch(app.db, act, (tx, batch) => storeCells(tx, owner, prepared, batch));
  assert.equal(outcomes.get(0)?.kind, 'conflict');
  assert.match(outcomes.get(0)?.message ?? '', /would show a stored secret/);
});
