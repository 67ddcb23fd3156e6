import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf, sendFile, some } from '../../../test/imports.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();

type Body = Record<string, unknown>;
async function listOf(client: Client, area: string, key: string): Promise<Body[]> {
  const { body } = await client.call<{ data: Record<string, Body[]> }>('GET', `/${area}`);
  return body.data[key] ?? [];
}
const mailboxes = async (client: Client) =>
  Object.fromEntries(
    (await listOf(client, 'emails', 'emailAccounts')).map((each) => [String(each['email']), each]),
  );

test('a row with too many cells is not imported until a person writes one of these anew', async () => {
  const user = await app.user();
  const file = 'Email,Password,Comment\na@x.example,pw,one\nb@x.example,pw,two,three\nc@x.example,pw,four,';
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.deepEqual([found.state, some(found.counts)], ['ready', { create: 2, error: 1 }]);
  const [row] = await rowsOf(user, found, 'error');
  assert.deepEqual(
    [row?.n, row?.errors, row?.cells['Column 4']],
    [2, [{ column: 'Column 4', message: 'This row has 4 cells, the header 3' }], 'three'],
  );
  const change = async (cells: Record<string, string>) =>
    (await user.call<{ data: { row: { kind: string } } }>('PUT', `/imports/${found.id}/rows/2`, { cells }))
      .body.data.row.kind;
  assert.equal(await change({ Comment: 'two, three' }), 'error');
  assert.equal(await change({ 'Column 4': '' }), 'create');
  assert.deepEqual(some((await apply(user, found)).body.data.counts), { create: 3 });
  assert.equal((await mailboxes(user))['b@x.example']?.['comment'], 'two, three');
});

test('no password of KeePass is stored otherwise than it is', async () => {
  const user = await app.user();
  const header = '"Account","Login Name","Password","Web Site","Comments"\r\n';
  const line = (n: number, password: string, comment: string) =>
    `"Ops","kp${n}@example.net",${password},"https://mail.example.net",${comment}\r\n`;
  const file =
    header +
    line(1, String.raw`"a\"b"`, '"x"') +
    line(2, String.raw`"c\\d"`, String.raw`"say \"hi\", then go"`) +
    line(3, '"plain"', '""') +
    line(4, '"not "well" written"', '""');
  const found = await preview(app, user, 'emails', 'keepass.csv', file);
  assert.deepEqual([found.source, some(found.counts)], ['KeePass', { create: 3, error: 1 }]);
  assert.deepEqual((await rowsOf(user, found, 'error'))[0]?.errors[0]?.column, 'Password');
  assert.equal((await apply(user, found)).status, 200);
  const stored = await mailboxes(user);
  assert.deepEqual(
    [1, 2, 3, 4].map((n) => stored[`kp${n}@example.net`]?.['password']),
    ['a"b', String.raw`c\d`, 'plain', undefined],
  );
  assert.equal(stored['kp2@example.net']?.['comment'], 'say "hi", then go');
});

test('passwords of LastPass are decoded, and on demand kept as they are written', async () => {
  const user = await app.user();
  const file = `url,username,password,totp,extra,name,grouping,fav
https://mail.example.net,lp1@example.net,G%W!7&amp;#,,,Ops,Mail,0
http://sn,,,,"NoteType:Server
Hostname:db1",db,Secure,0`;
  const found = await preview(app, user, 'emails', 'lastpass.csv', file);
  assert.deepEqual([found.source, some(found.counts)], ['LastPass', { create: 1, skip: 1 }]);
  assert.deepEqual(found.notices, ['1 password looks escaped for HTML, such as &amp;: decoded']);
  const kept = await choose(user, found, { options: { entities: 'keep' } });
  assert.deepEqual(
    [kept.options.entities, kept.notices],
    ['keep', ['1 password looks escaped for HTML, such as &amp;: kept as written']],
  );
  const again = await choose(user, found, { options: { entities: 'decode' } });
  assert.equal((await apply(user, again)).status, 200);
  const mailbox = (await mailboxes(user))['lp1@example.net'];
  assert.deepEqual([mailbox?.['password'], mailbox?.['loginUrl']], ['G%W!7&#', 'https://mail.example.net']);
  assert.deepEqual(mailbox?.['tags'], [{ type: 'folder', value: 'Mail' }]);
});

test("Bitwarden's other exports become logins with tags, and what is skipped is not shown", async () => {
  const user = await app.user();
  const csv = `collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
"Infra,Ops",login,Ops mail,main,,0,https://mail.example.net,ops@example.net,S3cret-one,
Infra,note,Safe code,turn left twice,,0,,,,`;
  const found = await preview(app, user, 'emails', 'org.csv', csv);
  assert.deepEqual([found.source, some(found.counts)], ['Bitwarden', { create: 1, skip: 1 }]);
  assert.doesNotMatch(JSON.stringify([found, await rowsOf(user, found)]), /turn left/);
  assert.equal((await apply(user, found)).status, 200);
  const vault = {
    encrypted: false,
    folders: [{ id: 'f1', name: 'Mail' }],
    items: [
      {
        ...{ id: 'i1', folderId: 'f1', type: 1, name: 'Ops mail', notes: null },
        login: {
          uris: [{ uri: 'https://mail.example.net' }],
          username: 'ops2@example.net',
          password: 'S3cret-two',
        },
      },
    ],
  };
  const second = await preview(app, user, 'emails', 'vault.json', JSON.stringify(vault));
  assert.equal((await apply(user, second)).status, 200);
  const { 'ops@example.net': one, 'ops2@example.net': two } = await mailboxes(user);
  assert.deepEqual(one?.['tags'], [
    { type: 'collection', value: 'Infra' },
    { type: 'collection', value: 'Ops' },
  ]);
  assert.deepEqual(
    [two?.['tags'], two?.['password'], two?.['loginUrl']],
    [[{ type: 'folder', value: 'Mail' }], 'S3cret-two', 'https://mail.example.net'],
  );
});

test('an encoding is changed by its name or label, and a guess is marked', async () => {
  const user = await app.user();
  const file = new Uint8Array(
    Buffer.from('Email;Password;Comment\r\na@x.example;pw;\xcc\xee\xf1\xea\xe2\xe0\r\n', 'latin1'),
  );
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.equal(found.encodingGuessed, true);
  for (const [sent, taken] of [
    ['windows-1251', 'windows-1251'],
    ['CP1251', 'windows-1251'],
    ['Shift_JIS', 'shift_jis'],
    ['ISO-8859-2', 'iso-8859-2'],
    ['gb2312', 'gbk'],
  ] as const) {
    const { options, encodingGuessed } = await choose(user, found, { options: { encoding: sent } });
    assert.deepEqual([options.encoding, encodingGuessed], [taken, false]);
  }
  const right = await choose(user, found, { options: { encoding: 'windows-1251' } });
  assert.equal((await rowsOf(user, right))[0]?.cells['Comment'], 'Москва');
  const { status, body } = await user.call<{ error: { details: { fields: Body } } }>(
    'PUT',
    `/imports/${found.id}`,
    {
      options: { encoding: 'klingon' },
    },
  );
  assert.equal(status, 400);
  assert.match(String(body.error.details.fields['options.encoding']), /^Encoding must be one of: utf-8, /);
});

test('servers of an SSH config and an Ansible inventory have their ports', async () => {
  const user = await app.user();
  const config =
    'Host web1\n  HostName 192.0.2.10\nHost web2\n  HostName %n.example\nHost *\n  User deploy\n  Port 2222';
  const ssh = await preview(app, user, 'servers', 'config', config);
  assert.equal(ssh.mapping['Port'], 'sshPort');
  const [, bad] = await rowsOf(user, ssh);
  assert.deepEqual(
    bad?.errors.map(({ column }) => column),
    ['Host name'],
  );
  const inventory = { _meta: { hostvars: { '192.0.2.61': { ansible_port: 2222 } } } };
  const ansible = await preview(app, user, 'servers', 'inventory.json', JSON.stringify(inventory));
  assert.deepEqual([ansible.mapping['IP address'], ansible.mapping['Port']], ['ip', 'sshPort']);
  assert.equal((await rowsOf(user, ansible))[0]?.cells['IP address'], '192.0.2.61');
  const { status, text } = await sendFile(app, user, 'servers', 'hosts', 'web1 ansible_host=192.0.2.1\n');
  assert.equal(status, 400);
  assert.match(text, /ansible-inventory -i FILE --list/);
});
