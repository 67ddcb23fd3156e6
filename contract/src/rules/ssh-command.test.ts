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
