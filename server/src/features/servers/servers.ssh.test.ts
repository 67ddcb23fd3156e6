import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isVisible } from '@quartermaster/contract/rules/visible-text';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();
const client = await app.user();

type Ssh = { data: { command: string | null; username: string; host: string | null } };
type Refusal = { error: { code: string; message: string; details: { fields: Record<string, string> } } };

const user = (username: string, sshKey: string | null, isDefault: boolean) => ({
  username,
  password: 'secret',
  sshKey,
  isDefault,
});
const add = async (by: Client, body: object) =>
  (
    await createFrom(by, 'servers', {
      ...(await validBody(by, 'servers')),
      ip: '192.0.2.7',
      sshPort: null,
      ...body,
    })
  ).id;
const ssh = (id: string, query = '') => client.call<Ssh>('GET', `/servers/${id}/ssh${query}`);

const home = mkdtempSync(join(tmpdir(), 'quartermaster-ssh-'));
after(() => rmSync(home, { recursive: true, force: true }));
const [bin, work] = [join(home, 'bin'), join(home, 'work')];
mkdirSync(bin);
mkdirSync(work);
writeFileSync(join(bin, 'ssh'), '#!/bin/sh\nprintf "<%s>\\n" "$@"\n', { mode: 0o755 });

/** The arguments that `ssh` got when a shell ran the command; fails if the command did anything else. */
function pasted(command: string): string[] {
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', command], {
    cwd: work,
    env: { PATH: bin, HOME: home },
    encoding: 'utf8',
  });
  assert.equal(stderr, '', command);
  assert.equal(status, 0, command);
  assert.deepEqual([readdirSync(work), readdirSync(home).toSorted()], [[], ['bin', 'work']], command);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^<(.*)>$/, '$1'));
}

const hostile = [
  'web; /usr/bin/touch pwned',
  '$(/usr/bin/touch pwned)',
  '`/usr/bin/touch pwned`',
  'web && /usr/bin/touch pwned &',
  'web | /usr/bin/tee pwned',
  'web > pwned',
  "'; /usr/bin/touch pwned; '",
  '"; /usr/bin/touch pwned; "',
  'web\n/usr/bin/touch pwned',
  '-oProxyCommand=/usr/bin/touch',
  '../../pwned',
  '*',
  '~root',
  '${HOME}',
  '%h %r',
  '#',
  '\\',
  'сервер',
];

test('the command signs in the default user, or the named one', async () => {
  const id = await add(client, {
    name: 'Web Server 01',
    users: [user('deploy', 'a key', false), user('root', null, true)],
  });
  assert.deepEqual((await ssh(id)).body.data, {
    command: 'ssh root@192.0.2.7',
    username: 'root',
    host: '192.0.2.7',
  });
  assert.deepEqual((await ssh(id, '?username=deploy')).body.data, {
    command: 'ssh -i ~/.ssh/web-server-01_deploy deploy@192.0.2.7',
    username: 'deploy',
    host: '192.0.2.7',
  });
  const unknown = await client.call<Refusal>('GET', `/servers/${id}/ssh?username=nobody`);
  assert.deepEqual([unknown.status, unknown.body.error.message], [404, 'SSH user not found']);
  const theirs = await createRecord(await app.user(), 'servers');
  assert.equal((await ssh(theirs.id)).status, 404);
});

test('a server without an address has no command', async () => {
  const id = await add(client, { ip: null });
  const { command, host } = (await ssh(id)).body.data;
  assert.deepEqual([command, host], [null, null]);
});

test('a command pasted into a shell runs only ssh, whatever the name of the server', async () => {
  for (const name of hostile.filter(isVisible)) {
    const id = await add(client, { name, users: [user('root', 'a key', true), user('guest', null, false)] });
    const withKey = pasted((await ssh(id)).body.data.command ?? '');
    assert.deepEqual([withKey.length, withKey[0], withKey[2]], [3, '-i', 'root@192.0.2.7'], name);
    const file = (withKey[1] ?? '').split('/');
    assert.equal(file.slice(0, -1).join('/'), `${home}/.ssh`);
    assert.match(file.at(-1) ?? '', /^[a-z0-9._][a-z0-9._-]*_root$/);
    const without = (await ssh(id, '?username=guest')).body.data.command ?? '';
    assert.deepEqual(pasted(without), ['guest@192.0.2.7']);
  }
});

test('accepted usernames reach ssh unchanged, in one argument', async () => {
  const taken = ['root', 'www-data', '_apt', 'first.last', 'ops@corp.example', 'a+b', '7up', 'UPPER', '.x'];
  const id = await add(client, { users: taken.map((name, index) => user(name, null, index === 0)) });
  for (const name of taken) {
    const { command } = (await ssh(id, `?username=${encodeURIComponent(name)}`)).body.data;
    assert.deepEqual(pasted(command ?? ''), [`${name}@192.0.2.7`]);
  }
});

test('a username that a shell or ssh could misread is refused when the server is saved', async () => {
  const body = await validBody(client, 'servers');
  for (const name of hostile) {
    const answer = await client.call<Refusal>('POST', '/servers', {
      ...body,
      users: [user(name, null, true)],
    });
    assert.equal(answer.status, 400, name);
    assert.match(
      answer.body.error.details.fields['users.0.username'] ?? '',
      /^(User 1: Username may only hold|Username contains invisible or control characters)/,
      name,
    );
  }
});
