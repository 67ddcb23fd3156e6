// In a process of its own: it measures how long the event loop is blocked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import { limits } from '@quartermaster/contract/rules/limits';
import { encode } from '../src/records/kinds/codec.ts';
import { hostings } from '../src/features/hostings/hostings.entity.ts';
import { type Place, ofSize, placesOf } from './limits.ts';
import { longestTurn, longestTurnMs } from './longest-turn.ts';
import { createFrom, validBody } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
const called = ({ method, path }: Endpoint) => `${method} ${path}`;
/** From every endpoint of the server, so that new ones are covered. */
const places = app.services.api.endpoints.flatMap((endpoint) =>
  placesOf(endpoint).map((place) => ({ endpoint, place })),
);
const isCounted = ({ kind }: Place) => kind === 'list' || kind === 'map';

/** Sends a body and returns the answer, and how long it blocked the event loop (ms of CPU). */
async function attack(method: string, path: string, body: unknown) {
  const init = {
    method,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const { result, turnMs } = await longestTurn(async () => {
    const answer = await fetch(`${app.url}/api${path}`, init);
    return { status: answer.status, text: await answer.text() };
  });
  return { ...result, stalled: turnMs };
}

describe('limits', () => {
  test('every list, map and text in a body has one', () => {
    const unlimited = places.filter(
      ({ place }) => (isCounted(place) || place.kind === 'text') && place.max === undefined,
    );
    assert.deepEqual(
      unlimited.map(({ endpoint, place }) => `${called(endpoint)} ${place.path}`),
      [],
    );
    assert.ok(places.filter(({ place }) => place.kind === 'map').length >= 10);
    assert.ok(places.filter(({ place }) => place.kind === 'list').length >= 10);
  });

  test('values have rules of their own, but for rows of imports, API fields, and what is counted first', () => {
    const open = places.filter(({ place }) => place.kind === 'open');
    assert.deepEqual([...new Set(open.map(({ place }) => place.path))].sort(), [
      'accounts.0',
      'apiFields.key',
      'changes.0',
      'channelIds.0',
      'config.key',
      'distances.0',
      'domains.0',
      'escalation.0.channelIds.0',
      'proxies.0',
      'shares.0',
      'userIds.0',
      'what.0',
    ]);
  });

  for (const { endpoint, place } of places) {
    const { kind, max, path } = place;
    if (max === undefined) continue;
    test(`${called(endpoint)}: ${path} takes ${max} and not ${max + 1}`, () => {
      const isTooBig = (size: number): boolean => {
        const { error } = endpoint.body.safeParse(place.bodyWith(ofSize(kind, size)));
        return (error?.issues ?? []).some(
          (issue) => issue.code === 'too_big' && issue.path.join('.') === path && issue.message !== '',
        );
      };
      assert.deepEqual([isTooBig(max), isTooBig(max + 1)], [false, true]);
    });
  }

  for (const { endpoint, place } of places.filter(({ place: each }) => each.kind === 'text'))
    test(`${called(endpoint)}: ${place.path} is too long, not empty, with blanks beyond its limit`, () => {
      const { max = 0, path, bodyWith } = place;
      for (const size of [max + 1, max + 1_000_000]) {
        const { error } = endpoint.body.safeParse(bodyWith(' '.repeat(size)));
        const issues = (error?.issues ?? []).filter((issue) => issue.path.join('.') === path);
        assert.ok(issues.length > 0 && issues.every(({ code }) => code !== 'too_small'), `${size} blanks`);
      }
    });

  test('a parameter of blanks beyond its limit is refused', () => {
    for (const { query, ...endpoint } of app.services.api.endpoints)
      for (const [name, shape] of Object.entries((query as z.ZodObject).shape)) {
        const rule = shape as z.ZodType;
        // A number is no text.
        if (rule.safeParse(1).success) continue;
        const { success } = rule.safeParse(' '.repeat(100_000));
        assert.ok(!success, `${called(endpoint as Endpoint)}: ${name}`);
      }
  });

  for (const { endpoint, place } of places.filter(({ place: each }) => isCounted(each)))
    test(`${called(endpoint)}: 60 000 elements of ${place.path} are counted before they are read`, async () => {
      const body = place.bodyWith(ofSize(place.kind, 60_000));
      const { status, text, stalled } = await attack(
        endpoint.method,
        endpoint.path.replace('{id}', '00000000-0000-7000-8000-000000000000'),
        body,
      );
      assert.equal(status, 400, text.slice(0, 200));
      assert.ok(text.length < 2000, `${text.length} characters`);
      assert.ok(stalled < longestTurnMs, `${stalled} ms`);
    });

  test('a parameter of nothing but blanks and commas is answered', async () => {
    for (const { method, path, query } of app.services.api.endpoints.filter(
      ({ path }) => !path.includes(':'),
    ))
      for (const name of method === 'GET' ? Object.keys((query as z.ZodObject).shape) : [])
        for (const blank of ['%20', ',', '%20,%20']) {
          const { status, text } = await user.call('GET', `${path}?${name}=${blank}`);
          assert.ok(status < 500, `${path}?${name}=${blank}: ${text}`);
        }
  });

  test('names of keys and filters are shortened in errors', async () => {
    const long = 'k'.repeat(500_000);
    for (const [path, body] of [
      ['/hostings', { apiCredentials: { [long]: 'x' } }],
      ['/registrator-types', { hasApi: true, apiFields: { [long]: 1 } }],
      ['/domains/bulk-actions', { records: { filter: { [long]: 'x' } }, do: { action: 'delete' } }],
    ] as const) {
      const { status, text } = await attack('POST', path, body);
      assert.equal(status, 400);
      assert.ok(text.length < 4000, `${path}: ${text.length} characters`);
    }
  });

  test('an error lists at most 100 fields', async () => {
    const users = Array.from({ length: limits.serverUsers }, () => ({ username: 1, password: 1, sshKey: 1 }));
    const { text } = await attack('POST', '/servers', { users });
    const { error } = JSON.parse(text) as { error: { message: string; details: { fields: object } } };
    assert.equal(Object.keys(error.details.fields).length, limits.errors);
    assert.ok(error.message.length <= limits.message);
  });

  for (const [path, key, field] of [
    ['/registrator-accounts', 'accounts', 'apiCredentials'],
    ['/domains', 'domains', 'tags'],
  ] as const)
    test(`rows of an import with thousands of ${field} each stall nobody`, async () => {
      const value = ofSize(field === 'tags' ? 'list' : 'map', 5000);
      const rows = Array.from({ length: 200 }, () => ({ [field]: value }));
      const { status, text, stalled } = await attack('POST', `${path}/bulk-import`, { [key]: rows });
      assert.equal(status, 200, text.slice(0, 200));
      assert.ok(text.length < 100_000, `${text.length} characters`);
      assert.ok(stalled < longestTurnMs, `${stalled} ms`);
    });

  test('names of 5 000 characters are refused before they are converted', async () => {
    const domains = Array.from({ length: 200 }, () => ({ domain: `${'漢'.repeat(5000)}.example` }));
    const { text, stalled } = await attack('POST', '/domains/bulk-import', { domains });
    assert.match(text, /Domain must be less than 500 characters/);
    assert.ok(stalled < longestTurnMs, `${stalled} ms`);
  });
});

test('a record stored beyond a limit is read, and changed in other fields', async () => {
  const owner = await app.ownerOf(user);
  const { id } = await createFrom(user, 'hostings', {
    ...(await validBody(user, 'hostings', {})),
    provider: 'Elsewhere',
  });
  const names = Array.from({ length: limits.credentials + 10 }, (_, at) => `key${at}`);
  const apiCredentials = Object.fromEntries(names.map((name) => [name, 'x'.repeat(limits.credential + 1)]));
  const sealed = encode('secrets', apiCredentials, (text) =>
    owner.sealer.seal(hostings.name, 'apiCredentials', id, text),
  );
  await app.db
    .updateTable('hostings')
    .set({ apiCredentials: sealed as string })
    .where('id', '=', id)
    .execute();
  const changed = await user.call('PUT', `/hostings/${id}`, { comment: 'changed' });
  assert.equal(changed.status, 200, changed.text);
  const { body } = await user.call<{ data: { hostingAccount: Record<string, unknown> } }>(
    'GET',
    `/hostings/${id}`,
  );
  assert.deepEqual(body.data.hostingAccount['apiCredentials'], apiCredentials);
  assert.equal(body.data.hostingAccount['comment'], 'changed');
  const refused = await user.call('PUT', `/hostings/${id}`, { apiCredentials });
  assert.match(refused.text, /Maximum 20 credentials allowed/);
});
