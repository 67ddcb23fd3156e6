import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { createRecord } from '../../../test/records.ts';
import { startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const canary = 'xyzzy-secret';

test('dates are decided for the whole column, or asked about', async () => {
  const user = await app.user();
  const account = await createRecord(user, 'registrator-accounts');
  const dated = (...dates: string[]) =>
    ['Domain,Expires', ...dates.map((date, at) => `d${at}.example,"${date}"`)].join('\n');
  const values = { registratorAccountId: account.id };
  const plan = async (...dates: string[]) =>
    choose(user, await preview(app, user, 'domains', 'd.csv', dated(...dates)), { options: { values } });
  const dates = async (id: { id: string }) =>
    (await rowsOf(user, id)).map(
      ({ changes }) => changes.find(({ field }) => field === 'expirationDate')?.after,
    );
  assert.deepEqual(await dates(await plan('03.04.2027', '13.04.2027')), ['2027-04-03', '2027-04-13']);
  assert.deepEqual(await dates(await plan('03/04/2027', '04/13/2027 1:30 PM')), [
    '2027-03-04',
    '2027-04-13T13:30:00Z',
  ]);
  assert.deepEqual(await dates(await plan('2027-04-03', '46480', 'Apr 3, 2027')), [
    '2027-04-03',
    '2027-04-03',
    '2027-04-03',
  ]);
  const asked = await plan('03/04/2027', '05/05/2027');
  assert.equal(asked.state, 'mapping');
  assert.equal(asked.columns[1]?.asks, 'dates');
  assert.deepEqual(some(asked.counts), { create: 1, error: 1 });
  const chosen = await choose(user, asked, { options: { dates: { Expires: 'dmy' } } });
  assert.deepEqual([chosen.state, await dates(chosen)], ['ready', ['2027-04-03', '2027-05-05']]);
});

test('cells are corrected in place, and rows that are left out are downloaded without secrets', async () => {
  const user = await app.user();
  const file = `Email,Password,Comment\nbad,${canary},=1+1\ngood@x.example,${canary},`;
  const found = await preview(app, user, 'emails', 'x.csv', file);
  const path = `/imports/${found.id}`;
  const csv = await user.call('GET', `${path}/errors.csv`);
  assert.equal(csv.text, "Email,Comment,Why\r\nbad,'=1+1,Invalid email format\r\n");
  const refused = await user.call<{ error: { message: string } }>('PUT', `${path}/rows/1`, {
    cells: { Mail: 'x' },
  });
  assert.deepEqual([refused.status, refused.body.error.message], [400, 'There is no column Mail']);
  const { body } = await user.call<{ data: { row: { kind: string }; counts: object } }>(
    'PUT',
    `${path}/rows/1`,
    {
      cells: { Email: 'corrected@x.example' },
    },
  );
  assert.equal(body.data.row.kind, 'create');
  assert.equal((await apply(user, found)).status, 200);
  const all = await Promise.all(['', '/rows', '/errors.csv'].map((each) => user.call('GET', path + each)));
  for (const { text } of all) assert.ok(!text.includes(canary));
  assert.ok(!app.logs().includes(canary));
  const stored = await app.db
    .selectFrom('import_pieces')
    .selectAll()
    .where('importId', '=', found.id)
    .execute();
  assert.ok(stored.length >= 3 && !JSON.stringify(stored).includes(canary));
});

test('a column that looks secret becomes no visible field and shows no examples', async () => {
  const user = await app.user();
  const file = `Domain,Password,API Key,Notes,Who knows\none.example,${canary},${canary},fine,x`;
  const { columns, mapping } = await preview(app, user, 'domains', 'x.csv', file);
  assert.deepEqual(
    [mapping['Password'], mapping['API Key'], mapping['Notes'], mapping['Who knows']],
    [null, null, 'comment', null],
  );
  assert.deepEqual(
    columns.slice(1, 3).map(({ secret, examples }) => [secret, examples]),
    [
      [true, []],
      [true, []],
    ],
  );
});

test('a mapping is remembered by its headers, and unknown columns and fields are said', async () => {
  const user = await app.user();
  const file = 'Box,Code\na@x.example,b';
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.deepEqual(found.mapping, { Box: 'email', Code: null });
  await choose(user, found, { mapping: { Code: 'comment' } });
  const again = await preview(app, user, 'emails', 'y.csv', file);
  assert.deepEqual(again.mapping, { Box: 'email', Code: 'comment' });
  const stored = await app.db.selectFrom('import_mappings').selectAll().execute();
  assert.ok(!/Box|Code/.test(JSON.stringify(stored)), 'no text of the file is kept in clear');
  for (const [mapping, message] of [
    [{ Nothing: 'email' }, 'There is no column Nothing'],
    [{ Code: 'nothing' }, 'There is no field nothing to import into'],
    [{ Code: 'email' }, 'Box becomes the same field'],
  ] as const) {
    const { status, body } = await user.call<{ error: { message: string } }>('PUT', `/imports/${found.id}`, {
      mapping,
    });
    assert.deepEqual([status, body.error.message], [400, message]);
  }
});
