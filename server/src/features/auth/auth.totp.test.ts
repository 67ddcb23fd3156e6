import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { Secret } from 'otpauth';
import { confirmedAt } from '../../../test/confirmations.ts';
import { type Client, password, startApp } from '../../../test/test-app.ts';
import { totpCode } from '../../../test/totp-code.ts';

const app = await startApp({ SIGN_IN_FAILURES: '1000' });
await app.user();

const period = 30_000;

interface Tokens {
  user: { id: string };
  tokens: { accessToken: string; refreshToken: string };
}
interface Challenge {
  challenge: { id: string; methods: string[] };
}
const signIn = async <T = Challenge>(email: string): Promise<T> => {
  const answer = await app.call<{ data: T }>('POST', '/auth/login', { email, password });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const second = (challengeId: string, code: string) =>
  app.call<{ data: Tokens; error: { code: string; message: string; details?: unknown } }>(
    'POST',
    '/auth/login/second',
    { challengeId, code },
  );

/** Turns app codes on, which uses up the previous step's code. */
async function withFactor(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.call<{ data: { secret: string; url: string; qr: string } }>(
    'POST',
    '/auth/totp',
  );
  assert.equal(begun.status, 200, begun.text);
  const { secret, url, qr } = begun.body.data;
  assert.ok(url.startsWith('otpauth://totp/Quartermaster:'), url);
  assert.ok(url.includes(`secret=${secret}`));
  assert.ok(qr.startsWith('<svg'));
  const code = totpCode(secret, Date.now() - period);
  const confirmed = await client.call<{ data: { recoveryCodes: string[] } }>('POST', '/auth/totp/confirm', {
    code,
  });
  assert.equal(confirmed.status, 200, confirmed.text);
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}
const eventsOf = async (userId: string): Promise<[string, unknown][]> => {
  const rows = await app.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('actorId', '=', userId)
    .orderBy('at')
    .execute();
  return rows.map(({ action, details }) => [action, JSON.parse(details)]);
};
const sealedOf = ({ userId }: Client) =>
  app.db.selectFrom('second_factors').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

describe('a second factor', () => {
  test('makes a sign-in wait for a code, which works once', async () => {
    const client = await app.user();
    const { secret } = await withFactor(client);
    const first = await signIn(client.email);
    assert.deepEqual(Object.keys(first), ['challenge']);
    assert.deepEqual(first.challenge.methods, ['code', 'recovery']);
    const code = totpCode(secret);
    const answer = await second(first.challenge.id, code);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.data.user.id, client.userId);
    const me = await app.call('GET', '/auth/me', undefined, answer.body.data.tokens.accessToken);
    assert.equal(me.status, 200);
    assert.equal((await second(first.challenge.id, totpCode(secret, Date.now() + period))).status, 401);
    const again = await signIn(client.email);
    const replayed = await second(again.challenge.id, code);
    assert.deepEqual([replayed.status, replayed.body.error.message], [401, 'The code is wrong']);
    const events = await eventsOf(client.userId);
    assert.deepEqual(events.slice(2), [
      ['second-factor.enabled', { method: 'code' }],
      ['session.started', { method: 'code' }],
      ['session.refused', { method: 'code' }],
    ]);
  });

  test('does not count before a code is confirmed', async () => {
    const client = await app.user();
    const begun = await client.call<{ data: { secret: string } }>('POST', '/auth/totp');
    assert.equal(begun.status, 200);
    const wrong = await client.call<{ error: { details: unknown } }>('POST', '/auth/totp/confirm', {
      code: '000000',
    });
    assert.deepEqual(
      [wrong.status, wrong.body.error.details],
      [400, { fields: { code: 'The code is wrong' } }],
    );
    assert.ok('tokens' in (await signIn<Tokens>(client.email)));
    const { body } = await client.call('GET', '/auth/totp');
    assert.deepEqual(body, { data: { enabledAt: null, recoveryCodes: 0 } });
  });

  test('is confirmed by a code in groups; one of another time names the clock', async () => {
    const client = await app.user();
    const begun = await client.call<{ data: { secret: string } }>('POST', '/auth/totp');
    const { secret } = begun.body.data;
    const confirm = async (code: string) => {
      const { status, body } = await client.call<{ error: { message: string } }>(
        'POST',
        '/auth/totp/confirm',
        {
          code,
        },
      );
      return status === 200 ? 'confirmed' : body.error.message;
    };
    const inGroups = (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `;
    const minutes = (count: number) => totpCode(secret, Date.now() + count * 60_000);
    for (const far of [-9, 9])
      assert.match(await confirm(inGroups(minutes(far))), /server's clock says \d\d:\d\d UTC/);
    for (const farther of [-12, 12]) assert.equal(await confirm(minutes(farther)), 'The code is wrong');
    assert.equal(await confirm(inGroups(totpCode(secret))), 'confirmed');
  });

  test('takes codes of one step before and after, and no others', async () => {
    const client = await app.user();
    const { secret } = await withFactor(client);
    for (const steps of [-2, 2, -40]) {
      const { challenge } = await signIn(client.email);
      assert.equal((await second(challenge.id, totpCode(secret, Date.now() + steps * period))).status, 401);
    }
    const { challenge } = await signIn(client.email);
    assert.equal((await second(challenge.id, totpCode(secret, Date.now() + period))).status, 200);
    // The current code is older than the one already used.
    const late = await signIn(client.email);
    assert.equal((await second(late.challenge.id, totpCode(secret))).status, 401);
  });

  test('ends a sign-in after five wrong codes, parallel ones included', async () => {
    const client = await app.user();
    const { secret } = await withFactor(client);
    const one = await signIn(client.email);
    for (let n = 0; n < 4; n += 1)
      assert.equal((await second(one.challenge.id, `00000${n}`)).body.error.message, 'The code is wrong');
    assert.equal(
      (await second(one.challenge.id, totpCode(secret))).status,
      200,
      'the fifth attempt is right',
    );
    const two = await signIn(client.email);
    const guesses = Array.from({ length: 12 }, (_, n) => second(two.challenge.id, String(900_000 + n)));
    const messages = (await Promise.all(guesses)).map(({ body }) => body.error.message);
    assert.equal(messages.filter((message) => message === 'The code is wrong').length, 5);
    const over = await second(two.challenge.id, totpCode(secret, Date.now() + period));
    assert.deepEqual(over.body.error, {
      code: 'INVALID_CREDENTIALS',
      message: 'This sign-in has ended; sign in again',
      details: { challenge: 'ended' },
    });
  });

  test('lets only one of several parallel requests use a code', async () => {
    const client = await app.user();
    const { secret } = await withFactor(client);
    const challenges = await Promise.all(Array.from({ length: 6 }, () => signIn(client.email)));
    const code = totpCode(secret);
    const answers = await Promise.all(challenges.map(({ challenge }) => second(challenge.id, code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401]);
  });

  test('accepts each recovery code once, and new ones replace them', async () => {
    const client = await app.user();
    const { recoveryCodes } = await withFactor(client);
    assert.equal(recoveryCodes.length, 10);
    assert.equal(new Set(recoveryCodes).size, 10);
    for (const code of recoveryCodes) assert.match(code, /^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    const [code = '', other = ''] = recoveryCodes;
    const { challenge } = await signIn(client.email);
    // With the spaces that people type.
    assert.equal((await second(challenge.id, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).status, 200);
    const again = await signIn(client.email);
    assert.equal((await second(again.challenge.id, code)).status, 401);
    assert.equal((await client.call('GET', '/auth/totp')).text.includes('"recoveryCodes":9'), true);
    const renewed = await client.call<{ data: { recoveryCodes: string[] } }>(
      'POST',
      '/auth/totp/recovery-codes',
    );
    assert.equal((await second(again.challenge.id, other)).status, 401);
    assert.equal((await second(again.challenge.id, renewed.body.data.recoveryCodes[0] ?? '')).status, 200);
    const stored = await app.db
      .selectFrom('recovery_codes')
      .select('hash')
      .where('userId', '=', client.userId)
      .execute();
    assert.equal(stored.length, 9);
    for (const { hash } of stored)
      for (const each of renewed.body.data.recoveryCodes) assert.notEqual(hash, each);
  });

  test('is removed with its recovery codes, which ends the other sessions', async () => {
    const client = await app.user();
    const other = await signIn<Tokens>(client.email);
    await withFactor(client);
    assert.equal((await client.call('POST', '/auth/totp')).status, 409, 'it is there already');
    assert.equal((await client.call('DELETE', '/auth/totp')).status, 200);
    assert.equal((await client.call('DELETE', '/auth/totp')).status, 404);
    assert.equal((await client.call('POST', '/auth/totp/recovery-codes')).status, 409);
    assert.equal((await app.call('GET', '/auth/me', undefined, other.tokens.accessToken)).status, 401);
    assert.equal((await client.call('GET', '/auth/me')).status, 200);
    assert.ok('tokens' in (await signIn<Tokens>(client.email)));
  });

  test('counts wrong codes like wrong passwords, and a right password does not clear them', async () => {
    const limited = await startApp({ SIGN_IN_FAILURES: '7' });
    const client = await limited.user();
    const begun = await client.call<{ data: { secret: string } }>('POST', '/auth/totp');
    const { secret } = begun.body.data;
    await client.call('POST', '/auth/totp/confirm', { code: totpCode(secret, Date.now() - period) });
    const begin = () =>
      limited.call<{ data: Challenge }>('POST', '/auth/login', { email: client.email, password });
    let refused = 0;
    for (let n = 0; n < 7; n += 1) {
      const { body } = await begin();
      const answer = await limited.call('POST', '/auth/login/second', {
        challengeId: body.data.challenge.id,
        code: '000000',
      });
      if (answer.status === 401) refused += 1;
    }
    assert.equal(refused, 7);
    assert.equal((await begin()).status, 429);
  });

  test('confirms an identity, which the password alone then does not', async () => {
    const client = await app.user();
    const { secret } = await withFactor(client);
    await confirmedAt(app, client);
    assert.equal((await client.call('DELETE', '/auth/totp')).status, 403);
    const { body } = await client.call('GET', '/auth/confirm');
    assert.deepEqual(body, { data: { methods: ['code'], hasPassword: true } });
    const withPassword = await client.call<{ error: { details: unknown } }>('POST', '/auth/confirm', {
      password,
    });
    assert.deepEqual(
      [withPassword.status, withPassword.body.error.details],
      [400, { fields: { code: 'A code of your second factor is required' } }],
    );
    assert.equal((await client.call('POST', '/auth/confirm', { code: '000000' })).status, 400);
    const code = totpCode(secret);
    assert.equal((await client.call('POST', '/auth/confirm', { code })).status, 200);
    assert.equal((await client.call('POST', '/auth/confirm', { code })).status, 400, 'once');
    assert.equal((await client.call('DELETE', '/auth/totp')).status, 200);
  });

  test('is sealed, bound to its person, and never shown again', async () => {
    const [client, other] = [await app.user(), await app.user()];
    const { secret, recoveryCodes } = await withFactor(client);
    await withFactor(other);
    const row = await sealedOf(client);
    assert.match(row.secret, /^v1\./);
    assert.ok(!JSON.stringify(row).includes(secret));
    assert.ok(!app.logs().includes(secret));
    for (const code of recoveryCodes) assert.ok(!app.logs().includes(code));
    const theirs = await sealedOf(other);
    await app.db
      .updateTable('second_factors')
      .set({ secret: row.secret })
      .where('id', '=', other.userId)
      .execute();
    const { challenge } = await signIn(other.email);
    assert.equal(
      (await second(challenge.id, totpCode(secret))).status,
      500,
      'it opens for its own person alone',
    );
    await app.db
      .updateTable('second_factors')
      .set({ secret: theirs.secret })
      .where('id', '=', other.userId)
      .execute();
  });

  test('produces the same codes as oathtool', (context) => {
    const secret = new Secret({ size: 20 }).base32;
    for (const at of [0, 59, 1_111_111_109, 2_000_000_000, 20_000_000_000]) {
      let theirs;
      try {
        const now = new Date(at * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
        theirs = execFileSync('oathtool', ['--totp', '--base32', '--now', now, secret], { encoding: 'utf8' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return context.skip('oathtool is not installed; on Debian: apt-get install oathtool');
      }
      assert.equal(theirs.trim(), totpCode(secret, at * 1000));
    }
  });
});

describe('a workspace that requires a second factor', () => {
  test('blocks members without one there, and nowhere else', async () => {
    const client = await app.user();
    const { id } = await app.ownerOf(client);
    const required = await client.call('PUT', `/workspaces/${id}`, { requireSecondFactor: true });
    assert.equal(required.status, 200, required.text);
    for (const [method, path] of [
      ['GET', '/emails'],
      ['POST', '/emails'],
      ['GET', '/members'],
      ['PUT', `/workspaces/${id}`],
    ] as const) {
      const answer = await client.call<{ error: unknown }>(method, path, method === 'GET' ? undefined : {});
      assert.equal(answer.status, 403, `${method} ${path}`);
      assert.deepEqual(answer.body.error, {
        code: 'FORBIDDEN',
        message: 'This workspace requires a second factor; set one up on your account page first',
        details: { secondFactor: true },
      });
    }
    assert.equal((await client.call('GET', '/workspaces')).status, 200);
    assert.equal((await client.call('GET', '/auth/me')).status, 200);
    await withFactor(client);
    assert.equal((await client.call('GET', '/emails')).status, 200);
    const members = await client.call<{ data: { members: { secondFactor: boolean }[] } }>('GET', '/members');
    assert.deepEqual(
      members.body.data.members.map(({ secondFactor }) => secondFactor),
      [true],
    );
    await client.call('DELETE', '/auth/totp');
    assert.equal((await client.call('GET', '/emails')).status, 403);
  });
});
