import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { expectTexts } from '../src/features/imports/imports.planning.ts';
import { apply, choose, preview, rowsOf, some } from './imports.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();

type Failure = { error: { message: string; code: string; details?: { fields: Record<string, string> } } };
const put = (path: string, body: object) => user.call<Failure>('PUT', path, body);
const listed = async ({ call }: Client) =>
  (await call<{ data: { imports: { id: string }[] } }>('GET', '/imports')).body.data.imports.map(
    ({ id }) => id,
  );

test('choices are limited in number and in length, however many requests make them', async () => {
  const { id } = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  const values = (from: number) =>
    Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`tag:${from + n}`, 'x']));
  const options = (from: number) => ({ options: { values: values(from) } });
  assert.equal((await put(`/imports/${id}`, options(0))).status, 200);
  const { status, body } = await put(`/imports/${id}`, options(1500));
  assert.deepEqual([status, body.error.message], [400, 'At most 2000 choices at once']);
  const paths = Array.from({ length: 60 }, (_, n): [string, string] => [
    `apiCredentials.${n}`,
    'x'.repeat(limits.sshKey - 1),
  ]);
  const cdn = await preview(app, user, 'cdn', 'x.csv', 'Provider,Email\nCloudflare,one@x.example');
  const half = (from: number) => ({ options: { values: Object.fromEntries(paths.slice(from, from + 40)) } });
  assert.equal((await put(`/imports/${cdn.id}`, half(0))).status, 200);
  const long = {
    options: {
      references: Object.fromEntries(paths.map(([path]) => [`${path}:${'x'.repeat(150)}`, 'fail'])),
    },
  };
  assert.equal((await put(`/imports/${cdn.id}`, long)).status, 200);
  const more = Object.fromEntries(
    Array.from({ length: 28 }, (_, n) => [`apiCredentials.more${n}`, 'y'.repeat(limits.sshKey - 1)]),
  );
  const refused = await put(`/imports/${cdn.id}`, { options: { values: more } });
  assert.deepEqual(
    [refused.status, refused.body.error.message],
    [400, 'All choices together may have at most 1,048,576 characters'],
  );
});

test('unknown choices, impossible delimiters and file names with invisible characters are refused', async () => {
  const { id } = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  for (const [options, message] of [
    [{ references: 'maybe' }, 'Choose create, fail or the id of a record'],
    [{ references: { registratorAccount: 'maybe' } }, 'Choose create, fail or the id of a record'],
    ...['', '"', '\r', '\n'].map(
      (delimiter) =>
        [
          { delimiter },
          'A delimiter is one character, but not a quotation mark or the end of a line',
        ] as const,
    ),
  ] as const) {
    const { status, body } = await put(`/imports/${id}`, { options });
    assert.deepEqual([status, body.error.message], [400, message]);
  }
  const sent = { area: 'emails', name: 'a\u202egpj.csv', text: 'Email\none@x.example' };
  const { status, body } = await user.call<Failure>('POST', '/imports', sent);
  assert.deepEqual([status, body.error.message], [400, 'Name contains invisible or control characters']);
});

test('cells that were changed have at most as many characters as a file', async () => {
  await expectTexts([['x'.repeat(serverLimits.importText)]]);
  await assert.rejects(
    expectTexts([['x'.repeat(serverLimits.importText)], ['x']]),
    /at most 33,554,432 characters/,
  );
});

test('at most 2,000 names that do not exist are listed, and messages quote the beginning of a long name', async () => {
  const lines = Array.from({ length: 2100 }, (_, n) => `d${n}.example,r${n}@x.example,Registrar ${n}`);
  const long = `long.example,one@x.example,${'long '.repeat(6000)}`;
  const file = ['Domain,Registrar Email,Registrar', long, ...lines].join('\n');
  const found = await preview(app, user, 'domains', 'x.csv', file);
  assert.equal(found.missing.length, limits.importChoices);
  assert.ok(found.missing.every(({ name }) => name.length <= limits.importPath));
  const [row] = await rowsOf(user, found, 'error');
  assert.match(row?.errors[0]?.message ?? '', /^Registrator account “(long )+.*…” does not exist$/);
  assert.ok((row?.errors[0]?.message.length ?? 0) < 400);
  // Only the listed names are decided, so the import is not ready.
  const references = Object.fromEntries(
    found.missing.slice(1).map(({ path, name }) => [`${path}:${name}`, 'fail']),
  );
  const next = await choose(user, found, { options: { references } });
  assert.equal(next.state, 'mapping');
  assert.equal(next.missing.filter(({ choice }) => choice === null).length, 102);
});

test('headers that every object knows are columns like others', async () => {
  const file = 'Email,Password,__proto__,constructor\none@x.example,pw,a,b';
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.deepEqual(
    found.columns.map(({ header }) => header),
    ['Email', 'Password', '__proto__', 'constructor'],
  );
  const next = await choose(user, found, { mapping: { constructor: 'comment' } });
  assert.deepEqual(some(next.counts), { create: 1 });
  const [row] = await rowsOf(user, next);
  assert.equal(row?.cells['constructor'], 'b');
  assert.equal((await apply(user, next)).status, 200);
});

test("a person's oldest imports are deleted beyond the limit; a workspace refuses more", async () => {
  const other = await app.user();
  const bounds = serverLimits as { importStaged: number; importStagedByAll: number };
  const { importStaged, importStagedByAll } = serverLimits;
  const file = `Email,Comment\n${Array.from({ length: 200 }, (_, n) => `m${n}@x.example,${'x'.repeat(100)}`).join('\n')}`;
  const first = await preview(app, other, 'emails', 'x.csv', file);
  bounds.importStaged = 250_000;
  try {
    const second = await preview(app, other, 'emails', 'x.csv', file);
    assert.deepEqual(await listed(other), [second.id, first.id]);
    const third = await preview(app, other, 'emails', 'x.csv', file);
    assert.deepEqual(await listed(other), [third.id, second.id]);
    bounds.importStagedByAll = 1024;
    const { status, body } = await other.call<Failure>('POST', '/imports', { area: 'emails', text: file });
    assert.deepEqual([status, body.error.code], [409, 'CONFLICT']);
    assert.match(body.error.message, /^The imports of this workspace take more than/);
    assert.deepEqual(await listed(other), [third.id, second.id]);
  } finally {
    Object.assign(bounds, { importStaged, importStagedByAll });
  }
});
