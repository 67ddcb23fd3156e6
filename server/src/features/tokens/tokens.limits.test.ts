import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { confirmedAt } from '../../../test/confirmations.ts';
import {
  type Failure,
  callerBy,
  fromAddress,
  join,
  tokensOf,
  makeToken,
  notAccepted,
  refused,
} from '../../../test/api-tokens.ts';
import { type Answer, type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
const dayMs = 86_400_000;
const by = (value: string) => callerBy(app.call, value);
const from = (address: string, value: string) => fromAddress(app, address, value);

describe('what is no API token', () => {
  test('gets the same response, whatever is wrong with it', async () => {
    const client = await app.user();
    const expired = await makeToken(client);
    await app.db.updateTable('api_tokens').set({ expiresAt: 1 }).where('id', '=', expired.token.id).execute();
    const elsewhere = await makeToken(client, { addresses: ['192.0.2.0/24'] });
    const ended = await makeToken(client);
    await client.call('DELETE', `/tokens/${ended.token.id}`);
    const { token, value } = await makeToken(client);
    const values = [
      ...[
        expired.value,
        elsewhere.value,
        ended.value,
        `${value}A`,
        `${value.slice(0, -43)}${'A'.repeat(43)}`,
      ],
      ...[
        `qm_${token.id}`,
        `qm_${token.id}_`,
        'qm_',
        `qm_x_${'A'.repeat(43)}`,
        value.toUpperCase().replace('QM', 'qm'),
      ],
    ];
    const answers = await Promise.all(values.map((each) => by(each)('GET', '/emails')));
    answers.forEach(notAccepted);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal((await by(value)('GET', '/emails')).status, 200);
  });

  test('includes tokens from addresses that they are not accepted from', async () => {
    const client = await app.user();
    const addresses = ['192.0.2.0/24', '198.51.100.1', '2001:db8::/32', '192.0.2.0/24'];
    const { token, value } = await makeToken(client, { addresses });
    assert.deepEqual(token.addresses, addresses.slice(0, 3));
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '198.51.100.1', '2001:db8:1::1'])
      assert.equal((await from(address, value)).status, 200, address);
    for (const address of ['127.0.0.1', '198.51.100.2', '2001:db9::1', '::ffff:198.51.100.2'])
      notAccepted(await from(address, value));
  });

  test('can be guessed a few times, which affects no other token', async () => {
    const client = await app.user();
    const [{ token, value }, unused, other] = [
      await makeToken(client),
      await makeToken(client),
      await makeToken(client),
    ];
    const guess = (id: string, address: string) => from(address, `qm_${id}_${'A'.repeat(43)}`);
    assert.equal((await from('203.0.113.9', value)).status, 200);
    const tooMany = (answer: Answer) => {
      refused(answer, 429, 'RATE_LIMITED', /wrong API tokens/);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    };
    for (const id of [token.id, unused.token.id]) {
      for (let count = 0; count < serverLimits.tokenGuesses; count += 1)
        notAccepted(await guess(id, '203.0.113.1'));
      tooMany(await guess(id, '203.0.113.1'));
    }
    // A value accepted before still is; any other is limited like a guess, and only from that address.
    assert.equal((await from('203.0.113.1', value)).status, 200);
    tooMany(await from('203.0.113.1', unused.value));
    assert.equal((await from('203.0.113.1', other.value)).status, 200);
    assert.equal((await from('203.0.113.2', unused.value)).status, 200);
    const ids = Array.from(
      { length: serverLimits.clientGuesses + 5 },
      (_, n) => `01a00000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    const statuses = await Promise.all(ids.map(async (id) => (await guess(id, '203.0.113.3')).status));
    assert.ok(statuses.includes(401) && statuses.includes(429), String(statuses));
  });
});

describe('making API tokens', () => {
  test('is limited in number, for a person and a workspace', async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    const headers = await join(app, owner, editor, 'EDITOR');
    const workspaceId = headers['x-workspace'];
    const fill = (userId: string, count: number) =>
      app.db
        .insertInto('api_tokens')
        .values(
          Array.from({ length: count }, () => ({
            workspaceId,
            id: randomUUID(),
            userId,
            name: 'x',
            permissions: '[]',
            scope: '[]',
            addresses: '[]',
            hash: '',
            createdAt: 0,
            expiresAt: 0,
            lastUsedAt: null,
            lastUsedFrom: null,
          })),
        )
        .execute();
    const make = (client: Client) => client.call('POST', '/tokens', { name: 'x' }, headers);
    await fill(owner.userId, serverLimits.tokens - 1);
    assert.equal((await make(owner)).status, 201);
    const message = /^Maximum 50 tokens of a person and 1000 in a workspace allowed$/;
    refused(await make(owner), 409, 'CONFLICT', message);
    assert.equal((await make(editor)).status, 201);
    const third = await app.user();
    await join(app, owner, third, 'VIEWER');
    await fill(third.userId, serverLimits.workspaceTokens - serverLimits.tokens - 2);
    assert.equal((await make(editor)).status, 201);
    refused(await make(editor), 409, 'CONFLICT', message);
    assert.equal((await tokensOf(owner)).length, serverLimits.workspaceTokens);
  });

  test('checks expiration, addresses and permissions', async () => {
    const client = await app.user();
    const make = (given: object) => client.call<Failure>('POST', '/tokens', { name: 'x', ...given });
    const inDays = (days: number) => new Date(Date.now() + days * dayMs + 5000).toISOString();
    const latest = limits.tokenDaysAhead;
    for (const given of [
      { expiresAt: new Date(Date.now() + 60_000).toISOString() },
      { expiresAt: inDays(latest - 1) },
      { expiresAt: null },
      { addresses: Array.from({ length: limits.tokenAddresses }, (_, n) => `2001:db8::${n}`) },
    ])
      assert.equal((await make(given)).status, 201);
    for (const [given, field, message] of [
      [{ expiresAt: inDays(-1) }, 'expiresAt', 'Expiration must be in the future'],
      [{ expiresAt: inDays(latest) }, 'expiresAt', `Expiration must be at most ${latest} days ahead`],
      [{ expiresAt: 'soon' }, 'expiresAt', 'Invalid date format'],
      [{ addresses: ['loopback'] }, 'addresses', /^loopback is not an IP address or network/],
      [{ addresses: ['10.0.0.0/8', '10.0.0.0/33'] }, 'addresses', /^10.0.0.0\/33 is not an IP address/],
      [{ permissions: [] }, 'permissions', 'Permissions are required'],
      [{ permissions: ['manage'] }, 'permissions.0', 'Permissions are: read, write, secrets'],
      [{ name: ' ' }, 'name', 'Name is required'],
    ] as const) {
      const answer = await make(given);
      refused(answer, 400, 'VALIDATION_ERROR');
      const told = answer.body.error.details?.fields?.[field] ?? answer.text;
      if (typeof message === 'string') assert.equal(told, message);
      else assert.match(told, message);
    }
  });

  test('needs a recent confirmation, and so does ending one', async () => {
    const client = await app.user();
    const { token } = await makeToken(client);
    await confirmedAt(app, client);
    refused(await client.call('POST', '/tokens', { name: 'x' }), 403, 'CONFIRM_REQUIRED');
    refused(await client.call('DELETE', `/tokens/${token.id}`), 403, 'CONFIRM_REQUIRED');
    assert.equal((await tokensOf(client)).length, 1);
  });
});
