import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import type { Client } from '../../server/test/test-app.ts';
import { openData } from '../data.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Store, Context } from '../context.ts';

const withinSeconds = 10;

type Json = Record<string, unknown>;
interface Tokens {
  data: { accessToken: string; refreshToken: string };
}

const encode = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;

/** Signs a token by HMAC with any key and hash. */
function signed(head: Json, payload: Json, key: Buffer | string, hash = 'sha256'): string {
  const text = `${encode(head)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}

/** Forged access tokens, made without the key, from other tokens, or with the key but against the rules. */
function forgeries(user: Client, other: Client, key: Buffer): Record<string, string> {
  const [head = '', payload = '', mac = ''] = user.token.split('.');
  const [header, claims] = [decode(head), decode(payload)];
  const now = Math.floor(Date.now() / 1000);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  const rsaText = `${encode({ ...header, alg: 'RS256', jwk })}.${payload}`;
  const otherSid = decode(other.token.split('.')[1]).sid;
  const wrong = randomBytes(32);
  const none = Object.fromEntries(
    ['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg) => [
      [`alg '${alg}'`, `${encode({ ...header, alg })}.${payload}.`],
      [`alg '${alg}' with the old signature`, `${encode({ ...header, alg })}.${payload}.${mac}`],
    ]),
  );
  const keys = {
    'another key': signed(header, claims, wrong),
    'an empty key': signed(header, claims, ''),
    'a key of zeros': signed(header, claims, Buffer.alloc(32)),
    'a public key as the secret': signed(header, claims, pem.toString()),
    'a key in the header': signed(
      { ...header, jwk: { kty: 'oct', k: wrong.toString('base64url') } },
      claims,
      wrong,
    ),
    'a key by its path': signed({ ...header, kid: '/dev/null' }, claims, ''),
    'RS256 with its own public key': `${rsaText}.${sign('sha256', Buffer.from(rsaText), pair.privateKey).toString('base64url')}`,
    'HS512 with the right key': signed({ ...header, alg: 'HS512' }, claims, key, 'sha512'),
    'HS384 with the right key': signed({ ...header, alg: 'HS384' }, claims, key, 'sha384'),
  };
  const changed = {
    'another role': `${head}.${encode({ ...claims, role: 'ADMIN' })}.${mac}`,
    'a later expiry': `${head}.${encode({ ...claims, exp: now + 1e6 })}.${mac}`,
    "another's session": `${head}.${encode({ ...claims, sid: otherSid })}.${mac}`,
    "another's payload": `${head}.${other.token.split('.')[1] ?? ''}.${mac}`,
    'a cut signature': user.token.slice(0, -4),
    'no signature': `${head}.${payload}.`,
    'no payload': `${head}..${mac}`,
    'two parts': `${head}.${payload}`,
    'four parts': `${user.token}.${mac}`,
    'a JWE of five parts': `${user.token}.${mac}.${mac}`,
    'a huge payload': `${head}.${encode({ ...claims, fill: 'x'.repeat(12_000) })}.${mac}`,
    'no token at all': 'x',
    'a refresh token': user.refreshToken,
  };
  // Signed with the real key: only the claims are wrong.
  const wrongClaims = {
    'an expired token': signed(header, { ...claims, exp: now - 1 }, key),
    'no expiry': signed(header, { ...claims, exp: undefined }, key),
    'not valid yet': signed(header, { ...claims, nbf: now + 600 }, key),
    'another type': signed({ ...header, typ: 'JWT' }, claims, key),
    'no type': signed({ alg: header.alg }, claims, key),
    'another issuer': signed(header, { ...claims, iss: 'someone' }, key),
    'no session': signed(header, { ...claims, sid: undefined }, key),
    'an unknown session': signed(header, { ...claims, sid: 'x' }, key),
    "another's session, well signed": signed(header, { ...claims, sid: otherSid }, key),
    'an unknown critical header': signed({ ...header, crit: ['b64'], b64: false }, claims, key),
  };
  return { ...none, ...keys, ...changed, ...wrongClaims };
}

const isRefusal = ({ status }: { status: number }): boolean => [400, 401, 413].includes(status);

async function refusesForgeries(context: Context, store: Store, urls: readonly string[]): Promise<number> {
  const [url = ''] = urls;
  const [user, other] = [
    await registerOperator(url, 'user@example.com'),
    await registerOperator(url, 'other@example.com'),
  ];
  const key = await openData(context, store).newKeyring().signingKey();
  const [head, payload] = user.token.split('.');
  // A correctly signed token is accepted, so the refusals below are due to the changes.
  const genuine = signed(decode(head), decode(payload), key);
  assert.equal(
    (await callAt(url, 'GET', '/auth/me', undefined, genuine)).status,
    200,
    'a token signed with the right key was refused',
  );
  const forged = Object.entries(forgeries(user, other, key));
  for (const server of urls)
    for (const [what, token] of forged) {
      const { status } = await callAt(server, 'GET', '/auth/me', undefined, token);
      // Node itself refuses headers of more than 16 KiB.
      assert.ok(status === 401 || status === 431, `${what} was answered ${status}`);
      const refreshed = await callAt(server, 'POST', '/auth/refresh', { refreshToken: token });
      if (token !== user.refreshToken) assert.ok(isRefusal(refreshed), `refreshed with: ${what}`);
    }
  for (const refreshToken of [user.token, randomBytes(32).toString('base64url'), 'x'.repeat(100_000)])
    assert.ok(isRefusal(await callAt(url, 'POST', '/auth/refresh', { refreshToken })));
  return (forged.length * 2 + 3) * urls.length;
}

/** Polls until the server refuses; returns the seconds that it took. */
async function untilRefused(ask: () => Promise<{ status: number }>, status: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const seconds = (performance.now() - began) / 1000;
    const answer = await ask();
    if (answer.status === status) return seconds;
    assert.ok(seconds < withinSeconds, `still answered ${answer.status} after ${seconds.toFixed(1)} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const refresh = (url: string, refreshToken: string) =>
  callAt<Tokens>(url, 'POST', '/auth/refresh', { refreshToken });

/** Revokes sessions and a role on one server, and waits until the other, which has cached them, notices. */
async function revoke(context: Context, store: Store, [one, two]: readonly [string, string]) {
  const admin = await registerOperator(one, 'admin@example.com');
  const [leaving, stolen] = [
    await registerOperator(one, 'leaving@example.com'),
    await registerOperator(one, 'stolen@example.com'),
  ];
  const me = (url: string, token: string) => callAt(url, 'GET', '/auth/me', undefined, token);
  const writeGlobal = (url: string) =>
    callAt(url, 'POST', '/registrator-types', { name: randomUUID(), isGlobal: true }, admin.token);
  for (const url of [one, two]) {
    for (const { token } of [leaving, stolen]) assert.equal((await me(url, token)).status, 200);
    const written = await writeGlobal(url);
    assert.equal(written.status, 201, written.text);
  }

  const first = (await refresh(one, stolen.refreshToken)).body.data;
  const second = (await refresh(two, first.refreshToken)).body.data;
  assert.equal((await me(two, second.accessToken)).status, 200);
  const { db } = openData(context, store);
  assert.equal((await refresh(one, stolen.refreshToken)).status, 401, 'a used refresh token was accepted');
  assert.equal((await me(two, second.accessToken)).status, 200, 'a late duplicate ended the session');
  // Until then, a void token counts as a duplicate in flight.
  await db
    .updateTable('refresh_tokens')
    .set(({ eb }) => ({ voidAt: eb('voidAt', '-', 11_000) }))
    .where('voidAt', 'is not', null)
    .execute();
  assert.equal((await refresh(one, stolen.refreshToken)).status, 401, 'a void refresh token was accepted');
  for (const url of [one, two])
    assert.equal((await refresh(url, second.refreshToken)).status, 401, 'refreshed after the theft');
  assert.equal((await leaving.call('POST', '/auth/logout')).status, 200);
  assert.equal((await me(one, leaving.token)).status, 401, 'the access token outlives its logout');
  for (const url of [one, two])
    assert.equal((await refresh(url, leaving.refreshToken)).status, 401, 'refreshed after a logout');
  await db.updateTable('users').set({ role: 'USER' }).where('id', '=', admin.userId).execute();

  const took = await Promise.all(
    [one, two].flatMap((url) => [
      untilRefused(() => me(url, leaving.token), 401),
      untilRefused(() => me(url, stolen.token), 401),
      untilRefused(() => me(url, second.accessToken), 401),
      untilRefused(() => writeGlobal(url), 403),
    ]),
  );
  return Math.max(...took);
}

async function attack(context: Context, engine: Engine) {
  const store = await context.store(engine);
  const [one, two] = [await context.start(store), await context.start(store)];
  const urls = [one.url, two.url] as const;
  const seconds = await revoke(context, store, urls);
  return { seconds, forged: await refusesForgeries(context, store, urls) };
}

export const session: Proof = {
  name: 'session',
  promise: `A logout, a new role and the reuse of a refresh token take effect within ${withinSeconds} s on every server; no forged token is accepted.`,
  seconds: 90,
  quick: true,
  run: async (context) => {
    const outcomes = await Promise.all(context.engines.map((engine) => attack(context, engine)));
    const forged = outcomes.reduce((sum, outcome) => sum + outcome.forged, 0);
    const seconds = Math.max(...outcomes.map((outcome) => outcome.seconds));
    return `0 of ${forged} forged tokens accepted; in effect after ${seconds.toFixed(1)} s on two servers`;
  },
};
