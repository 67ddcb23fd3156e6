import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editsBetween, nearest } from './nearest.ts';

test('edits are additions, removals, replacements and exchanges of neighbours', () => {
  for (const [from, to, edits] of [
    ['', '', 0],
    ['', 'ab', 2],
    ['PORT', 'PORT', 0],
    ['PROT', 'PORT', 1],
    ['REGISTRATON', 'REGISTRATION', 1],
    ['HOSTNAME', 'HOST', 4],
    ['HOME', 'HOST', 2],
    ['abcdef', 'fedcba', 5],
  ] as const) {
    assert.equal(editsBetween(from, to), edits, `${from} ${to}`);
    assert.equal(editsBetween(to, from), edits, `${to} ${from}`);
  }
});

test('the nearest word begins alike, shares most parts, or takes the fewest edits', () => {
  const commands = ['backup', 'restore', 'rotate-master-key', 'users', 'reset-password'];
  for (const [word, meant] of [
    ['bakcup', 'backup'],
    ['user', 'users'],
    ['reset', 'reset-password'],
    ['rotate', 'rotate-master-key'],
    ['restor', 'restore'],
    ['rotate-key', 'rotate-master-key'],
    ['master-key', 'rotate-master-key'],
    ['password', 'reset-password'],
    ['rset-pasword', 'reset-password'],
  ] as const)
    assert.equal(nearest(word, commands), meant);
  assert.equal(nearest('x', []), null);
});
