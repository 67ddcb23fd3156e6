import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { makeToken } from '../server/test/api-tokens.ts';
import type { Answer } from '../server/test/test-app.ts';
import { callAt, registerOperator } from './operator.ts';

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const secret = (): string => randomBytes(32).toString('base64url');

/** Wrong and expired values, and right ones from a wrong address; returns how many were tried. */
export async function guessing(url: string): Promise<number> {
  const maker = await registerOperator(url, 'guessed@example.com');
  let tried = 0;
  const from = (address: string, value: string): Promise<Answer> =>
    callAt(url, 'GET', '/emails', undefined, value, { 'x-forwarded-for': address });
  const refusals = new Set<string>();
  const refused = async (address: string, value: string) => {
    tried += 1;
    const { status, text } = await from(address, value);
    assert.equal(status, 401, text);
    refusals.add(text);
  };

  const near = await makeToken(maker, { addresses: ['192.0.2.0/24', '2001:db8::/32'] });
  for (const address of ['192.0.2.1', '192.0.2.255', '2001:db8::1'])
    assert.equal((await from(address, near.value)).status, 200, address);
  // Only the last hop was written by the proxy itself.
  for (const address of [
    '192.0.3.1',
    '127.0.0.1',
    '2001:db9::1',
    '::ffff:198.51.100.1',
    '192.0.2.1, 203.0.113.9',
  ])
    await refused(address, near.value);

  const short = await makeToken(maker, { expiresAt: new Date(Date.now() + 3000).toISOString() });
  assert.equal((await from('198.51.100.1', short.value)).status, 200);
  await wait(Date.parse(short.token.expiresAt) - Date.now() + 20);
  await refused('198.51.100.1', short.value);

  const { token, value } = await makeToken(maker);
  const other = await makeToken(maker);
  const [head, tail] = [value.slice(0, -43), value.slice(-43)];
  const changed = Array.from({ length: 43 }, (_, at) => {
    const letter = tail[at] === 'A' ? 'B' : 'A';
    return `${head}${tail.slice(0, at)}${letter}${tail.slice(at + 1)}`;
  });
  const client = '203.0.113.1';
  assert.equal((await from(client, value)).status, 200);
  const guesses = await Promise.all(
    [...changed, `qm_${other.token.id}_${tail}`, `${value}A`, value.slice(0, -1)].map((each) =>
      from(client, each),
    ),
  );
  tried += guesses.length;
  assert.equal(count(guesses, 401) + count(guesses, 429), guesses.length, 'a guess was accepted');
  assert.ok(count(guesses, 429) >= guesses.length - serverLimits.tokenGuesses - 5, 'guessing is not limited');
  assert.equal((await from(client, value)).status, 200, 'guesses hold up a token that is in use');
  assert.equal((await from(client, other.value)).status, 200, 'guesses of one token hold up another');
  const many = await Promise.all(
    Array.from({ length: 2 * serverLimits.clientGuesses }, () =>
      from('203.0.113.2', `qm_${randomUUID()}_${secret()}`),
    ),
  );
  tried += many.length;
  assert.equal(count(many, 401) + count(many, 429), many.length, 'a guess was accepted');
  assert.ok(
    count(many, 401) < 1.5 * serverLimits.clientGuesses,
    `${count(many, 401)} guesses of one client were looked at`,
  );

  await maker.call('DELETE', `/tokens/${token.id}`);
  await refused('198.51.100.2', value);
  await refused('198.51.100.2', `qm_${token.id}_${secret()}`);
  await refused('198.51.100.2', 'qm_');
  assert.equal(refusals.size, 1, `refusals differ: ${[...refusals].join()}`);
  return tried;
}
