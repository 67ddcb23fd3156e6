import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readSource } from '../read.ts';

const read = (text: string) =>
  readSource({
    bytes: Buffer.from(text),
    name: 'config',
    area: 'servers',
    known: [],
    whole: [],
    reading: {},
  });

const folder = mkdtempSync(join(tmpdir(), 'ssh-config-'));
after(() => rmSync(folder, { recursive: true }));
const hasSsh = spawnSync('ssh', ['-V']).status === 0;

/** What OpenSSH would connect with: it says so without connecting. */
function bySsh(text: string, name: string): Record<string, string> | null {
  const file = join(folder, 'config');
  writeFileSync(file, text, { mode: 0o600 });
  const { status, stdout } = spawnSync('ssh', ['-G', '-F', file, name], { encoding: 'utf8' });
  if (status !== 0) return null;
  return Object.fromEntries(
    stdout.split('\n').map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]),
  );
}

const configs = {
  'patterns and a default': `Host web1
  HostName 192.0.2.10
Host db-*
  User postgres
Host db-1
  HostName 192.0.2.11
Host pear peach plum
  HostName %h.example.net
  User farmer
Host *
  User deploy
  Port 2222`,
  'values above the first host, and exclusions': `User above
Host shop-? !shop-9
  Port 2022
Host shop-1 shop-9 shop-10
  User late
  HostName 100%%-%h.example`,
  'quotation marks, equals signs, comments and line endings': `# work\r\nHost="alpha" 'beta'\n  HostName = 192.0.2.20 # first\n\tUSER "deploy"\n  Port=2201\r\nHost gamma\r\n  Hostname gamma.example\r\n  ProxyJump jump@bastion.example:2200,second\r\n  User ops`,
  'blocks that match': `Host one two
  HostName %h.internal.example
  User ops
Match host *.internal.example,!two.*
  Port 2022
Match originalhost t?o user ops
  Port 2023
  ProxyJump none
Match all
  ProxyJump bastion`,
  'an unknown token': `Host good
  HostName good.example
  User x
Host bad
  HostName %n.example
Host worse
  HostName worse%`,
};

describe('a server of ssh_config is what OpenSSH would connect to', { skip: !hasSsh && 'needs ssh' }, () => {
  for (const [name, text] of Object.entries(configs))
    test(`with ${name}`, async () => {
      const { columns, rows, errors } = await read(text);
      for (const [at, row] of rows.entries()) {
        const cell = (column: string) => row[columns.indexOf(column)] ?? '';
        const ssh = bySsh(text, cell('Name'));
        assert.equal(ssh === null, at in errors, cell('Name'));
        if (!ssh) continue;
        assert.equal(cell('IP address') || cell('Host name'), ssh['hostname']);
        assert.equal(cell('Port') || '22', ssh['port']);
        assert.equal(cell('ProxyJump').replace('ProxyJump ', '') || undefined, ssh['proxyjump']);
        if (cell('Username') !== '') assert.equal(cell('Username'), ssh['user']);
      }
    });
});

test('names behind Host are servers, patterns are none; the first value wins', async () => {
  const { rows, targets } = await read(configs['patterns and a default']);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 5)),
    [
      ['web1', '192.0.2.10', 'deploy', '', '2222'],
      ['db-1', '192.0.2.11', 'postgres', '', '2222'],
      ['pear', '', 'farmer', 'pear.example.net', '2222'],
      ['peach', '', 'farmer', 'peach.example.net', '2222'],
      ['plum', '', 'farmer', 'plum.example.net', '2222'],
    ],
  );
  assert.deepEqual([targets['Port'], targets['ProxyJump']], ['sshPort', 'comment']);
});

test('what depends on more than the file is left out and said; no command runs', async () => {
  const { rows, errors, notices } = await read(`Include conf.d/*
Match exec "touch ${folder}/ran"
  User nobody
Host web
  HostName %n.example
  Port 22`);
  assert.deepEqual(rows[0]?.slice(0, 5), ['web', '', '', '%n.example', '22']);
  assert.deepEqual(errors, {
    0: [{ column: 'Host name', message: 'HostName takes %h and %% alone, as OpenSSH has it' }],
  });
  assert.deepEqual(notices, [
    'Left out: Match blocks that depend on more than host and user (1)',
    'Left out: files that Include names (1)',
  ]);
});
