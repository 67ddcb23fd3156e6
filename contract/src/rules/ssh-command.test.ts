import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafeUsername, sshCommand } from './ssh-command.ts';

const ip = '192.0.2.7';

test('the command signs in to user@ip with the key file named after server and user', () => {
  assert.equal(sshCommand({ name: 'Web', ip }, { username: 'root' }), 'ssh root@192.0.2.7');
  assert.equal(sshCommand({ name: 'Web', ip }, { username: 'root', sshKey: ' \n' }), 'ssh root@192.0.2.7');
  assert.equal(
    sshCommand({ name: 'Web Server 01', ip }, { username: 'Deploy', sshKey: 'key' }),
    'ssh -i ~/.ssh/web-server-01_deploy Deploy@192.0.2.7',
  );
});

test('another port than 22 comes before the key', () => {
  const command = (sshPort: number | null, sshKey?: string) =>
    sshCommand({ name: 'Web', ip, sshPort }, { username: 'root', sshKey });
  assert.equal(command(2222), 'ssh -p 2222 root@192.0.2.7');
  assert.equal(command(65535, 'key'), 'ssh -p 65535 -i ~/.ssh/web_root root@192.0.2.7');
  for (const none of [null, 22]) {
    assert.equal(command(none), 'ssh root@192.0.2.7');
    assert.equal(command(none, 'key'), 'ssh -i ~/.ssh/web_root root@192.0.2.7');
  }
});

test('names are reduced to characters that are safe in file names and shells', () => {
  const file = (name: string, username = 'root') =>
    sshCommand({ name, ip }, { username, sshKey: 'key' })?.split(' ')[2];
  assert.equal(file('Zürich №1'), '~/.ssh/zurich-no1_root');
  assert.equal(file('$(reboot); `id` && "x"'), '~/.ssh/reboot-id-x_root');
  assert.equal(file('../../etc/passwd'), '~/.ssh/..-..-etc-passwd_root');
  assert.equal(file('サーバー'), '~/.ssh/server_root');
  assert.equal(file('db', 'ops+eu@corp'), '~/.ssh/db_ops-eu-corp');
});

test('there is no command without a valid address', () => {
  for (const none of [null, undefined, '', '192.0.2.7; id', '-oProxyCommand=id', 'example.com'])
    assert.equal(sshCommand({ name: 'web', ip: none }, { username: 'root' }), null);
});

test('there is no command for a username that a shell or ssh could misread', () => {
  for (const name of ['root', 'www-data', '_apt', 'first.last', 'ops@corp', 'a+b', '7up', 'ROOT', 'x-'])
    assert.ok(isSafeUsername(name), name);
  for (const name of [
    '',
    '-oProxyCommand=id',
    '-l',
    'a b',
    'a;b',
    '$(id)',
    '`id`',
    'a|b',
    'a&b',
    'a>b',
    'a<b',
    '~root',
    '@host',
    '+x',
    '!x',
    'a\\b',
    "a'b",
    'a"b',
    'a*',
    'a?',
    '[a]',
    '{a,b}',
    'a#b',
    'a%b',
    'a\n',
    'a\nb',
    'a\0b',
    'a/b',
    'ümlaut',
    'a=b',
    'ssh://x',
  ]) {
    assert.ok(!isSafeUsername(name), name);
    assert.equal(sshCommand({ name: 'web', ip }, { username: name }), null);
  }
});
