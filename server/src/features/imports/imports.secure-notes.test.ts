// On both engines: rows are matched with records in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

async function mailboxes(client: Client) {
  const { body } = await client.call<{ data: { emailAccounts: Record<string, unknown>[] } }>(
    'GET',
    '/emails',
  );
  return Object.fromEntries(
    body.data.emailAccounts.map(({ email, comment, secureNote }) => [email, [comment, secureNote]]),
  );
}

test('columns become the secure note, several as lines, and are not shown', async () => {
  const user = await app.user();
  const file = `Email,Password,Secure note,FTP password,Other
a@x.example,1,Kept as it is ,tiger,x
b@x.example,2,,lion,
c@x.example,3,,,`;
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.deepEqual(
    found.columns.map(({ header, target, secret }) => [header, target, secret]),
    [
      ['Email', 'email', false],
      ['Password', 'password', true],
      ['Secure note', 'secureNote', true],
      ['FTP password', null, true],
      ['Other', null, false],
    ],
  );
  const mapped = await choose(user, found, { mapping: { 'FTP password': 'secureNote' } });
  const rows = await rowsOf(user, mapped);
  assert.deepEqual(
    rows.map(({ changes }) => changes.find(({ field }) => field === 'secureNote')?.after ?? null),
    ['set', 'set', null],
  );
  assert.equal(rows[0]?.cells['FTP password'], null);
  assert.doesNotMatch(JSON.stringify([mapped, rows]), /tiger|Kept as/);
  assert.equal((await apply(user, mapped)).status, 200);
  assert.deepEqual(await mailboxes(user), {
    'a@x.example': [null, 'Secure note: Kept as it is \nFTP password: tiger'],
    'b@x.example': [null, 'FTP password: lion'],
    'c@x.example': [null, null],
  });
  const alone = await preview(
    app,
    user,
    'emails',
    'x.csv',
    'Email,secureNote\na@x.example, as sent \nb@x.example,-',
  );
  assert.equal((await apply(user, alone)).status, 200);
  const { 'a@x.example': a, 'b@x.example': b } = await mailboxes(user);
  assert.deepEqual(
    [a, b],
    [
      [null, ' as sent '],
      [null, null],
    ],
  );
});

test('comments that look like they hold a password are said, and go to the secure note on request', async () => {
  const user = await app.user();
  const before = { email: 'old@x.example', password: 'p', comment: 'Fine', secureNote: 'Stored' };
  await user.call('POST', '/emails', before);
  const long = `PW: tiger ${'x'.repeat(1500)}`;
  const file = `Email,Password,Comment
old@x.example,,PW: Sommer2024
new@x.example,1,FTP: web0 / geheim
plain@x.example,2,Waiting
long@x.example,3,${long}`;
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.equal(found.options.secretComments, 'keep');
  assert.equal(found.notes?.password, 2, 'the long one is left out');
  const message = 'Looks like a password: move it to the secure note';
  const noted = await user.call<{ data: { rows: { n: number; notes: unknown[] }[] } }>(
    'GET',
    `/imports/${found.id}/rows?note=password`,
  );
  assert.deepEqual(
    noted.body.data.rows.map(({ n, notes }) => [n, notes]),
    [1, 2].map((n) => [n, [{ column: 'Comment', kind: 'password', message }]]),
  );
  const refused = await user.call('PUT', `/imports/${found.id}`, { options: { secretComments: 'move' } });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Secret comments must be one of: keep, seal/);
  const sealed = await choose(user, found, { options: { secretComments: 'seal' } });
  assert.equal(sealed.options.secretComments, 'seal');
  assert.equal(sealed.notes?.password, 3);
  assert.deepEqual(some(sealed.counts), { create: 3, update: 1 });
  const [old] = await rowsOf(user, sealed);
  assert.deepEqual(
    old?.changes.map(({ field, before: was, after }) => [field, was, after]),
    [
      ['comment', 'Fine', null],
      ['secureNote', null, 'changed'],
    ],
  );
  assert.equal((await apply(user, sealed)).status, 200);
  const stored = {
    'old@x.example': [null, 'Stored\nPW: Sommer2024'],
    'new@x.example': [null, 'FTP: web0 / geheim'],
    'plain@x.example': ['Waiting', null],
    'long@x.example': [null, long],
  };
  assert.deepEqual(await mailboxes(user), stored);
  const again = await choose(
    user,
    await preview(app, user, 'emails', 'x.csv', file.replaceAll(/,\d,/g, ',,')),
    {
      options: { secretComments: 'seal' },
    },
  );
  assert.deepEqual(some(again.counts), { same: 4 }, 'the same file adds no line');
  const back = await choose(user, again, { options: { ...again.options, secretComments: 'keep' } });
  assert.equal(back.options.secretComments, 'keep');
});

test('a comment with a password is not stored where the secure note has no room for it', async () => {
  const user = await app.user();
  const secureNote = 'x'.repeat(9995);
  await user.call('POST', '/emails', { email: 'full@x.example', password: 'p', secureNote });
  const file = 'Email,Comment\nfull@x.example,PW: Sommer2024\n';
  const found = await preview(app, user, 'emails', 'x.csv', file);
  const sealed = await choose(user, found, { options: { secretComments: 'seal' } });
  assert.deepEqual(some(sealed.counts), { error: 1 });
  const [row] = await rowsOf(user, sealed);
  assert.match(JSON.stringify(row), /Secure note must be less than 10000 characters/);
  assert.deepEqual(await mailboxes(user), { 'full@x.example': [null, secureNote] });
});
