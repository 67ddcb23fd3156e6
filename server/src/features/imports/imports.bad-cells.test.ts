// On both engines: rows are matched with records in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportRow } from '@quartermaster/contract/imports/imports.schema';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { createRecord } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Body = Record<string, unknown>;
async function domainOf(client: Client, name: string): Promise<Body | undefined> {
  const { body } = await client.call<{ data: { domains: Body[] } }>('GET', '/domains');
  return body.data.domains.find(({ domain }) => domain === name);
}

/** A person with an account, in which domains are imported. */
async function person() {
  const user = await app.user();
  const { id } = await createRecord(user, 'registrator-accounts');
  const read = async (file: string) =>
    choose(user, await preview(app, user, 'domains', 'x.csv', file), {
      options: { values: { registratorAccountId: id } },
    });
  return { user, account: id, read };
}

const notesOf = (rows: readonly ImportRow[]) =>
  rows.map(({ line, kind, notes }) => [
    line,
    kind,
    ...notes.map(({ column, message }) => `${column}: ${message}`),
  ]);
const errorsOf = ({ user }: { user: Client }, id: string) => user.call('GET', `/imports/${id}/errors.csv`);

test('a row goes without an optional cell that can not be read, and says so at the cell', async () => {
  const someone = await person();
  const { user, account, read } = someone;
  const known = {
    domain: 'known.example',
    registratorAccountId: account,
    expirationDate: '2030-05-06',
    comment: 'Old',
  };
  assert.equal((await user.call('POST', '/domains', known)).status, 201);
  const long = 'x'.repeat(2000);
  const file = `Domain,Expires,Status,Client,Comment
known.example,soon,,,New
one.example,soon,perhaps,,
two.example,2031-02-30,,Acme,${long}
three.example,2031-02-03,,,
no name,soon,,,`;
  const found = await read(file);
  assert.equal(found.options.badCells, 'drop');
  assert.deepEqual(some(found.counts), { create: 3, update: 1, error: 1 });
  assert.deepEqual(found.notes, { dropped: 3, filled: 0, differs: 0, tag: 0, password: 0 });
  const rows = await rowsOf(user, found);
  const status = 'Status must be one of: ACTIVE, EXPIRING, EXPIRED, BLOCKED, TRANSFERRED';
  assert.deepEqual(notesOf(rows), [
    [2, 'update', 'Expires: Invalid date format'],
    [3, 'create', 'Expires: Invalid date format', `Status: ${status}`],
    [4, 'create', 'Expires: Invalid date format', 'Comment: Comment must be less than 1000 characters'],
    [5, 'create'],
    [6, 'error'],
  ]);
  assert.deepEqual(
    rows[4]?.errors.map(({ column, message }) => [column, message]),
    [
      ['Domain', 'Invalid domain format (e.g., example.com)'],
      ['Expires', 'Invalid date format'],
    ],
    'a row that stays back has all of its errors',
  );
  assert.deepEqual(found.columns.find(({ header }) => header === 'Expires')?.bad, [
    { text: 'soon', rows: 3, message: 'Invalid date format' },
    { text: '2031-02-30', rows: 1, message: 'Invalid date format' },
  ]);
  const filtered = await user.call<{ data: { rows: ImportRow[] } }>(
    'GET',
    `/imports/${found.id}/rows?kind=create,update&note=dropped`,
  );
  assert.deepEqual(
    filtered.body.data.rows.map(({ n }) => n),
    [1, 2, 3],
  );
  assert.equal((await user.call('GET', `/imports/${found.id}/rows?kind=create,other`)).status, 400);
  const { text } = await errorsOf(someone, found.id);
  assert.match(
    text,
    /^one\.example,soon,perhaps,,,"?Imported without Expires: Invalid date format; Status: /m,
  );
  assert.ok(!text.includes('three.example'), text);

  assert.equal((await apply(user, found)).status, 200);
  const [before, one, two] = await Promise.all(
    ['known', 'one', 'two'].map((name) => domainOf(user, `${name}.example`)),
  );
  assert.deepEqual([before?.['expirationDate'], before?.['comment']], ['2030-05-06T00:00:00.000Z', 'New']);
  assert.deepEqual([one?.['expirationDate'], one?.['status']], [null, 'ACTIVE']);
  assert.deepEqual([two?.['tags'], two?.['comment']], [[{ type: 'client', value: 'Acme' }], null]);
});

test('what a record needs, its key, secrets, references and undecided dates keep their row back', async () => {
  const { user, read } = await person();
  const found = await read(`Domain,Expires,Server,Comment
a.example,04/05/2031,web,x
b.example,05/06/2031,,x
c.example,soon,,x`);
  assert.deepEqual(some(found.counts), { create: 1, error: 2 });
  assert.equal(found.state, 'mapping');
  const proxies = `Name,IP,Port,Username,Password,Type
one,not an address,80,,,HTTP
two,192.0.2.1,eighty,,,HTTP
three,192.0.2.2,80,,,GOPHER
four,192.0.2.3,80,user,${'x'.repeat(2000)},HTTP`;
  const others = await preview(app, user, 'proxies', 'x.csv', proxies);
  assert.deepEqual(some(others.counts), { error: 4 }, JSON.stringify(await rowsOf(user, others)));
  assert.deepEqual(others.columns.find(({ header }) => header === 'Password')?.bad, []);
});

test('bad cells keep their rows back where a person wants that', async () => {
  const { user, read } = await person();
  const found = await read('Domain,Expires\na.example,soon\nb.example,');
  const strict = await choose(user, found, { options: { badCells: 'error' } });
  assert.deepEqual([some(strict.counts), strict.notes?.dropped], [{ create: 1, error: 1 }, 0]);
  assert.deepEqual(strict.columns[1]?.bad, [{ text: 'soon', rows: 1, message: 'Invalid date format' }]);
  const refused = await user.call<{ error: { details: { fields: Body } } }>('PUT', `/imports/${found.id}`, {
    options: { badCells: 'keep' },
  });
  assert.deepEqual(refused.body.error.details.fields, {
    'options.badCells': 'Bad cells must be one of: drop, error',
  });
});

test('a text is replaced in all cells of a column before anything else, but not where a cell was changed by itself', async () => {
  const { user, read } = await person();
  const found = await read(`Domain,Expires,State,Panel password
a.example, soon ,live,soon
b.example,soon,live,soon
c.example,SOON,gone,soon
d.example,soon,,soon`);
  const { body } = await user.call<{ data: { row: ImportRow } }>('PUT', `/imports/${found.id}/rows/2`, {
    cells: { Expires: 'soon' },
  });
  assert.equal(body.data.row.line, 3);
  const mapped = await choose(user, found, {
    mapping: { State: 'status' },
    options: { replace: { Expires: { soon: '2031-02-03' }, State: { live: 'ACTIVE', gone: '' } } },
  });
  assert.deepEqual(mapped.options.replace, {
    Expires: { soon: '2031-02-03' },
    State: { live: 'ACTIVE', gone: '' },
  });
  const cells = async () =>
    (await rowsOf(user, found)).map((row) => [row.cells['Expires'], row.cells['State']]);
  assert.deepEqual(await cells(), [
    ['2031-02-03', 'ACTIVE'],
    ['soon', 'ACTIVE'],
    ['SOON', ''],
    ['2031-02-03', ''],
  ]);
  await choose(user, found, {
    options: { replace: { Expires: { '2031-02-03': '2032-02-03' }, State: null } },
  });
  assert.deepEqual(await cells(), [
    ['2032-02-03', 'live'],
    ['soon', 'live'],
    ['SOON', 'gone'],
    ['2032-02-03', ''],
  ]);
  const back = await choose(user, found, { options: { replace: { Expires: { soon: null, SOON: '' } } } });
  assert.deepEqual(back.options.replace, { Expires: { '2031-02-03': '2032-02-03', SOON: '' } });

  const refusal = async (replace: object) => {
    const answer = await user.call<{ error: { details: { fields: Body } } }>('PUT', `/imports/${found.id}`, {
      options: { replace },
    });
    assert.equal(answer.status, 400, answer.text);
    return answer.body.error.details.fields;
  };
  assert.deepEqual(await refusal({ Nothing: { a: 'b' } }), {
    'options.replace.Nothing': 'There is no column Nothing',
  });
  assert.deepEqual(await refusal({ 'Panel password': { soon: 'x' } }), {
    'options.replace.Panel password': 'A secret column takes no replacements',
  });
  const many = (count: number, at = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`text ${at + n}`, 'x']));
  const tooMany = { 'options.replace.Expires': 'At most 200 replacements a column' };
  assert.deepEqual(await refusal({ Expires: many(201) }), tooMany);
  await choose(user, found, { options: { replace: { Expires: many(150) } } });
  assert.deepEqual(await refusal({ Expires: many(60, 150) }), tooMany);
  const secret = await choose(user, found, { mapping: { Expires: 'registratorAccount.password' } });
  assert.deepEqual(secret.options.replace, {}, 'a column that became secret has none');
});

test('rows about one record fill the blanks of the one that counts, and say where they contradict it', async () => {
  const { user, read } = await person();
  const found = await read(`Domain,Expires,Client,Comment

a.example,2027-08-14,,
b.example,,,
A.example,14.08.2027,Acme,"two
lines"
a.example,2028-01-02,acme,other
a.example,soon,,two`);
  assert.deepEqual(some(found.counts), { create: 2, skip: 3 });
  assert.deepEqual(found.notes, { dropped: 0, filled: 1, differs: 2, tag: 0, password: 0 });
  const rows = await rowsOf(user, found);
  assert.deepEqual(notesOf(rows), [
    [3, 'create', 'Client: Filled from row 5', 'Comment: Filled from row 5'],
    [4, 'create'],
    [5, 'skip'],
    [7, 'skip', 'Expires: Row 3 says Aug 14, 2027', 'Comment: Row 3 says two\nlines'],
    [8, 'skip', 'Comment: Row 3 says two\nlines'],
  ]);
  assert.deepEqual(
    rows.map(({ errors }) => errors[0]?.message),
    [undefined, undefined, 'Also in row 3', 'Also in row 3', 'Also in row 3'],
  );
  const last = await choose(user, found, { options: { duplicates: 'last' } });
  assert.deepEqual(notesOf((await rowsOf(user, last)).slice(-1)), [
    [8, 'create', 'Expires: Filled from row 3', 'Client: Filled from row 5'],
  ]);
  const none = await choose(user, found, { options: { duplicates: 'error' } });
  assert.deepEqual([some(none.counts), none.notes?.filled], [{ create: 1, error: 4 }, 0]);

  await choose(user, found, { options: { duplicates: 'first' } });
  assert.equal((await apply(user, found)).status, 200);
  const stored = await domainOf(user, 'a.example');
  assert.deepEqual(
    [stored?.['comment'], stored?.['tags']],
    ['two\nlines', [{ type: 'client', value: 'Acme' }]],
  );
});

test('a filled row still goes where its record got another version meanwhile', async () => {
  const { user, account, read } = await person();
  const body = { domain: 'a.example', registratorAccountId: account };
  const created = await user.call<{ data: { domain: { id: string } } }>('POST', '/domains', body);
  const found = await read('Domain,Comment,Client\na.example,,Acme\na.example,Note,');
  assert.deepEqual(some(found.counts), { update: 1, skip: 1 });
  const put = { expirationDate: '2031-02-03' };
  assert.equal((await user.call('PUT', `/domains/${created.body.data.domain.id}`, put)).status, 200);
  const { body: applied } = await apply(user, found);
  assert.deepEqual(some(applied.data.counts), { update: 1, skip: 1 });
  const stored = await domainOf(user, 'a.example');
  assert.deepEqual([stored?.['comment'], stored?.['expirationDate']], ['Note', '2031-02-03T00:00:00.000Z']);
});

test('several columns become the comment, each as a line', async () => {
  const { user, read } = await person();
  const found = await read(`Domain,Comment,Purpose,Customer no.
a.example,Note,Shop,4711
b.example,,"'=1+1",
c.example,,,
d.example,-,,-`);
  const mapping = { Purpose: 'comment', 'Customer no.': 'comment' };
  const mapped = await choose(user, found, { mapping });
  assert.deepEqual(
    mapped.columns.map(({ target }) => target),
    ['domain', 'comment', 'comment', 'comment'],
  );
  const comments = (await rowsOf(user, mapped)).map(
    ({ changes }) => changes.find(({ field }) => field === 'comment')?.after ?? null,
  );
  assert.deepEqual(comments, [
    'Comment: Note\nPurpose: Shop\nCustomer no.: 4711',
    'Purpose: =1+1',
    null,
    null,
  ]);
  const [row] = await rowsOf(user, mapped);
  assert.deepEqual(
    [row?.cells['Comment'], row?.cells['Purpose']],
    ['Note', 'Shop'],
    'cells stay those of the file',
  );
  assert.equal((await apply(user, mapped)).status, 200);
  assert.equal((await domainOf(user, 'b.example'))?.['comment'], 'Purpose: =1+1');
});
