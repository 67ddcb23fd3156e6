import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource } from '../read.ts';
import type { Reading } from '../table.ts';

const read = (text: string, reading: Reading = {}) =>
  readSource({ bytes: Buffer.from(text), name: '', area: 'emails', known: [], whole: [], reading });
const column = ({ columns, rows }: Awaited<ReturnType<typeof read>>, name: string) =>
  rows.map((row) => row[columns.indexOf(name)]);

test("Bitwarden's list of an organisation has tags of collections; of notes and cards only the names stay", async () => {
  const table =
    await read(`collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
Infra,login,Ops mail,main,"PIN: 1",0,https://mail.example.net,ops@example.net,S3cret-one,
"Infra,Kunden",login,Müller,,,0,,mueller@example.net,pw,
Infra,note,Safe code,turn left twice,,0,,,,
Infra,card,Card,,"number: 4111",0,,,,
`);
  assert.equal(table.source, 'Bitwarden');
  assert.deepEqual(column(table, 'collections'), [
    'collection:Infra',
    'collection:Infra; collection:Kunden',
    '',
    '',
  ]);
  assert.deepEqual([table.targets['collections'], table.secret], ['tags', ['fields', 'login_totp']]);
  assert.deepEqual(table.skipped, {
    2: 'An entry of type note is not a login',
    3: 'An entry of type card is not a login',
  });
  assert.doesNotMatch(JSON.stringify(table.rows), /turn left|4111/);
});

const login = (name: string, more: object = {}) => ({
  ...{ id: name, type: 1, name, notes: null, favorite: false },
  login: {
    uris: [{ match: null, uri: `https://${name}.example.net` }],
    username: `${name}@example.net`,
    password: `pw-${name}`,
    totp: null,
  },
  ...more,
});

test("Bitwarden's JSON is read like its CSV, with folders or collections", async () => {
  const vault = await read(
    JSON.stringify({
      encrypted: false,
      folders: [{ id: 'f1', name: 'Mail' }],
      items: [
        login('ops', { folderId: 'f1', notes: 'main' }),
        login('none', { folderId: null, login: { uris: null, username: 'x@example.net', password: 'y' } }),
        ...[2, 3, 4, 5].map((type) => ({ id: `i${type}`, type, name: `Item ${type}`, notes: 'hidden text' })),
      ],
    }),
  );
  assert.deepEqual([vault.source, vault.header], ['Bitwarden', null]);
  assert.deepEqual(
    ['folder', 'login_uri', 'login_password', 'notes'].map((name) => column(vault, name).slice(0, 2)),
    [
      ['Mail', ''],
      ['https://ops.example.net', ''],
      ['pw-ops', 'y'],
      ['main', ''],
    ],
  );
  assert.deepEqual(
    Object.values(vault.skipped),
    ['note', 'card', 'identity', 'ssh key'].map((type) => `An entry of type ${type} is not a login`),
  );
  assert.doesNotMatch(JSON.stringify(vault.rows), /hidden text/);
  const organisation = await read(
    JSON.stringify({
      encrypted: false,
      collections: [
        { id: 'c1', organizationId: 'o', name: 'Infra, all' },
        { id: 'c2', name: 'Kunden' },
      ],
      items: [login('one', { collectionIds: ['c1', 'c2'] })],
    }),
  );
  assert.deepEqual(column(organisation, 'collections'), ['collection:Infra, all; collection:Kunden']);
  for (const encrypted of [
    { encrypted: true, items: [] },
    { encrypted: true, passwordProtected: true, data: 'x' },
  ])
    await assert.rejects(read(JSON.stringify(encrypted)), /encrypted: export it as .json without a password/);
});

const header = 'url,username,password,totp,extra,name,grouping,fav';

test('of LastPass, notes are left out, and passwords that its extension has escaped are decoded', async () => {
  const file = `${header}
https://mail.example.net,lp1@example.net,G%W!7&amp;#,,Tom &amp; Jo,Ops,Mail,0
http://,lp2@example.net,&lt;a&gt;&quot;&#39;&#x27;,,,R&amp;D,,1
https://x.example.net,lp3@example.net,plain,,,X,,0
http://sn,,,,"NoteType:Credit Card
Number:4111",Card,Secure,0
`;
  const table = await read(file);
  assert.deepEqual(column(table, 'password'), ['G%W!7&#', `<a>"''`, 'plain', '']);
  assert.deepEqual(column(table, 'extra'), ['Tom & Jo', '', '', '']);
  assert.deepEqual(column(table, 'url').slice(0, 2), ['https://mail.example.net', '']);
  assert.deepEqual([table.source, table.entities], ['LastPass', 'decode']);
  assert.deepEqual(table.notices, ['2 passwords look escaped for HTML, such as &amp;: decoded']);
  assert.deepEqual(table.skipped, { 3: 'A note or card is not a login' });
  const kept = await read(file, { entities: 'keep' });
  assert.deepEqual(column(kept, 'password').slice(0, 2), ['G%W!7&amp;#', '&lt;a&gt;&quot;&#39;&#x27;']);
  assert.deepEqual(kept.notices, ['2 passwords look escaped for HTML, such as &amp;: kept as written']);
});

test('of LastPass, a password is left as it stands where an ampersand begins no entity', async () => {
  for (const [url, password] of [
    ['https://x.example.net/?a=1&b=2', 'p&amp;w'],
    ['https://x.example.net', 'p&amp;w&'],
    ['https://x.example.net', 'p&amp;w&nbsp;'],
    ['https://x.example.net', 'p&amp;w&amp'],
  ] as const) {
    const table = await read(
      `${header.replace('totp,', '')}\n${url},lp@example.net,${password},,Ops,Mail,0\n`,
    );
    assert.deepEqual(
      [column(table, 'password'), table.entities, table.notices],
      [[password], null, []],
      password,
    );
  }
  const without = await read(`${header}\nhttps://x.example.net,lp@example.net,pw,,,Ops,,0\n`);
  assert.deepEqual([without.entities, without.notices], [null, []]);
});
