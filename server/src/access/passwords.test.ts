import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './passwords.ts';

const [composed, decomposed, wide] = ['Käse-Straße-1', 'Ka\u0308se-Straße-1', 'Ｋäse-Straße-１'];

/** A hash as earlier versions made them: of the characters as they were typed. */
function hashAsTyped(message: string): string {
  const nonce = Buffer.alloc(16, 7);
  const hash = argon2Sync('argon2id', {
    message,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  return `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64')}$${hash.toString('base64')}`;
}

test('a password is the same however its characters are composed', async () => {
  for (const set of [decomposed, wide]) {
    const stored = await hashPassword(set);
    for (const typed of [composed, set]) assert.ok(await verifyPassword(typed, stored));
    assert.ok(!(await verifyPassword('Kase-Straße-1', stored)));
  }
});

test('a password of an earlier version is taken as it was typed then', async () => {
  assert.ok(await verifyPassword(decomposed, hashAsTyped(decomposed)));
  assert.ok(await verifyPassword(decomposed, hashAsTyped(composed)));
  assert.ok(!(await verifyPassword(composed, hashAsTyped(decomposed))));
});

test('nobody has a password', async () => {
  for (const typed of [composed, decomposed]) assert.ok(!(await verifyPassword(typed, null)));
});
