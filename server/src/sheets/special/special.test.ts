import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area } from '@quartermaster/contract/api/areas';
import { readSource } from '../read.ts';

const read = (area: Area, text: string, name = '') =>
  readSource({ bytes: Buffer.from(text), name, area, known: ['domain', 'email'], whole: [], reading: {} });

test('proxies are read in every way that people write them', async () => {
  const { source, columns, rows } = await read(
    'proxies',
    `192.0.2.1:8080:user:p:a@ss
user:p@ss:word@192.0.2.2:3128
socks5://us%40er:p%20w@192.0.2.3:1080/
https://192.0.2.4:443
http://u:p@[2001:db8:0:0:0:0:0:1]:80
not a proxy
192.0.2.5:8081`,
  );
  assert.equal(source, 'Proxies');
  assert.deepEqual(columns, ['Name', 'IP', 'Port', 'Username', 'Password', 'Type']);
  assert.deepEqual(rows, [
    ['192.0.2.1:8080', '192.0.2.1', '8080', 'user', 'p:a@ss', 'HTTP'],
    ['192.0.2.2:3128', '192.0.2.2', '3128', 'user', 'p@ss:word', 'HTTP'],
    ['192.0.2.3:1080', '192.0.2.3', '1080', 'us@er', 'p w', 'SOCKS5'],
    ['192.0.2.4:443', '192.0.2.4', '443', '', '', 'HTTPS'],
    ['[2001:db8:0:0:0:0:0:1]:80', '2001:db8:0:0:0:0:0:1', '80', 'u', 'p', 'HTTP'],
    ['', 'not a proxy', '', '', '', ''],
    ['192.0.2.5:8081', '192.0.2.5', '8081', '', '', 'HTTP'],
  ]);
});

test('a bare list of names is a column of them', async () => {
  for (const list of ['a.example\nb.example\nünï.example', 'a.example, b.example; ünï.example'])
    assert.deepEqual((await read('domains', list)).rows, [['a.example'], ['b.example'], ['ünï.example']]);
  assert.deepEqual((await read('emails', 'a@x.example b@x.example')).columns, ['Email']);
});

test('~/.ssh/config has a server for each name; the first value wins, also one of a pattern', async () => {
  const { source, rows } = await read(
    'servers',
    `Host *
  User nobody
Host web1 web1.example
  HostName 192.0.2.10
  User root
  Port 2222
  IdentityFile ~/.ssh/id_web
Host db
  HostName db.internal.example
  User "deploy"
Match host web1
  User other
Host *.example !bad
  User x
`,
    'config',
  );
  assert.equal(source, 'ssh_config');
  assert.deepEqual(rows, [
    ['web1', '192.0.2.10', 'nobody', '', '2222', '~/.ssh/id_web', ''],
    ['web1.example', '192.0.2.10', 'nobody', '', '2222', '~/.ssh/id_web', ''],
    ['db', '', 'nobody', 'db.internal.example', '', '', ''],
  ]);
});

test('what ansible-inventory prints has a server for each host, with its groups', async () => {
  const inventory = {
    _meta: {
      hostvars: { web1: { ansible_host: '192.0.2.1', ansible_user: 'root', ansible_password: 'pw' } },
    },
    all: { children: ['web', 'ungrouped'] },
    web: { hosts: ['web1', 'web2'] },
  };
  const { source, rows } = await read('servers', JSON.stringify(inventory));
  assert.equal(source, 'Ansible');
  assert.deepEqual(rows, [
    ['web1', '192.0.2.1', 'root', 'pw', '', 'web'],
    ['web2', '', '', '', '', 'web'],
  ]);
});

test('a host of Ansible without an address is its name, where that is one; its port is for SSH', async () => {
  const inventory = {
    _meta: {
      hostvars: {
        '192.0.2.60': { ansible_user: 'root' },
        '192.0.2.61': { ansible_port: 2222 },
        '192.0.2.63': { ansible_host: '192.0.2.64', ansible_ssh_port: '2201' },
        'h3.example': { ansible_user: 'root' },
      },
    },
  };
  const { rows, targets } = await read('servers', JSON.stringify(inventory));
  assert.deepEqual(
    rows.map(([name, ip, , , port]) => [name, ip, port]),
    [
      ['192.0.2.60', '192.0.2.60', ''],
      ['192.0.2.61', '192.0.2.61', '2222'],
      ['192.0.2.63', '192.0.2.64', '2201'],
      ['h3.example', '', ''],
    ],
  );
  assert.equal(targets['Port'], 'sshPort');
});

test('inventories as people write them are refused, with the command that prints them', async () => {
  for (const inventory of [
    'web1 ansible_host=192.0.2.1 ansible_user=root\ndb1',
    '# ours\r\n[web]\r\n192.0.2.1\r\n192.0.2.2:2222\r\n\r\n[all:vars]\r\nntp=x\r\n',
    '[web-servers]\nweb[01:50].example.com\n',
    'all:\n  hosts:\n    web1:\n      ansible_host: 192.0.2.1\n',
    '---\nungrouped:\n  hosts:\n    web1:\nweb:\n  children:\n    eu:\n',
    '{"all":{"hosts":{"web1":{"ansible_host":"192.0.2.1"}}}}',
  ])
    await assert.rejects(read('servers', inventory), /`ansible-inventory -i FILE --list`/, inventory);
  for (const table of [
    'Name,Comment\nweb 1,set ansible_user=root',
    'Name,IP\n[web],192.0.2.1',
    'Name;IP\nweb1;192.0.2.1\n',
  ])
    assert.equal((await read('servers', table)).source, 'CSV');
});

test('of a password manager, what is no login is skipped', async () => {
  const bitwarden = await read(
    'emails',
    `folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
Mail,,login,Ops,,,0,https://mail.example,ops@x.example," pw ",
,1,note,Safe,"secret note",,0,,,,
`,
  );
  assert.deepEqual(
    [bitwarden.source, bitwarden.skipped],
    ['Bitwarden', { 1: 'An entry of type note is not a login' }],
  );
  assert.equal(bitwarden.rows[0]?.[9], ' pw ');
  const keepass = await read(
    'emails',
    `"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
"Root/Mail","Ops","ops@x.example","pw","https://mail.example","","","0","2026-01-01T00:00:00Z","2026-01-01T00:00:00Z"
"Root","Empty","","","","","","0","",""
`,
  );
  assert.deepEqual([keepass.source, Object.keys(keepass.skipped)], ['KeePassXC', ['1']]);
});

test("DomainMOD's export has a title above, words of its own, and a mailbox in the user name", async () => {
  const { source, rows, columns, targets } = await read(
    'domains',
    `"Domain Export","2026-11-01"

"Domain Status","Expiry Date","Initial Fee","Domain","TLD","Function","Renewal Status","Registrar","Registrar Account","Username","Category","Owner","Notes"
"Active","2027-03-01","9.99","a.example","example","","Manual Renewal","Namecheap","Main","ops@x.example","Shops","Acme","note"
"Sold","2027-03-02","9.99","b.example","example","","","Namecheap","Main","ops@x.example","","",""
`,
  );
  assert.equal(source, 'DomainMOD');
  assert.deepEqual(
    rows.map((row) => row[columns.indexOf('Domain Status')]),
    ['ACTIVE', 'TRANSFERRED'],
  );
  assert.equal(targets['Username'], 'registratorAccount.emailAccount.email');
  assert.equal(targets['Category'], 'tag:category');
});

test("a registrar's list is known by its columns, and its words for a status are not ours", async () => {
  const { source, targets } = await read(
    'domains',
    'Domain Name,TLD,Create Date,Expiration Date,Status\na.example,example,2020-01-01,2027-01-01,Active',
  );
  assert.equal(source, 'GoDaddy');
  assert.deepEqual([targets['Domain Name'], targets['Status']], ['domain', null]);
});

test('words that every object knows are texts like others', async () => {
  const words = ['constructor', '__proto__', 'toString'];
  const domainmod = await read(
    'domains',
    `Domain Status,Expiry Date,Domain,Registrar,Registrar Account,Renewal Status,${words.join()}\n${words.map((word) => `${word},,${word}.example,,,,a,b,c`).join('\n')}`,
  );
  assert.deepEqual(
    domainmod.rows.map(([status]) => status),
    words,
  );
  const proxies = await read('proxies', `192.0.2.1:80\n192.0.2.2:80\nconstructor://192.0.2.3:80`);
  assert.deepEqual(proxies.rows[2], ['', 'constructor://192.0.2.3:80', '', '', '', '']);
  const list = await read('domains', `Domain,TLD,Expire Date,Auto Renew,${words.join()}\na.example,,,,1,2,3`);
  assert.deepEqual([list.source, Object.keys(list.targets)], ['Porkbun', ['Domain', 'Expire Date']]);
  assert.deepEqual(list.columns.slice(4), words);
});
