// On both engines: each mark is a condition in SQL.
// In a process of its own: it measures how long the event loop is blocked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Endpoint, bodyLimitOf } from '@quartermaster/contract/api/endpoint';
import { z } from 'zod';
import { fixtures } from './fixtures/all.ts';
import { type Place, placesOf } from './limits.ts';
import { longestTurn, longestTurnMs } from './longest-turn.ts';
import { startApp } from './test-app.ts';

// Composing a text of combining marks takes quadratic time: half a megabyte held up the server for 19 s.

const app = await startApp();
const user = await app.user();
const missing = '01a00000-0000-7000-8000-000000000000';
/** Of two bytes each, out of their canonical order. */
const marks = (length: number): string =>
  `a${'\u0315\u0300\u0316'.repeat(Math.ceil(length / 3)).slice(0, Math.max(0, length - 1))}`;

const endpoints = app.services.api.endpoints;
const isText = ({ kind, max }: Place) => kind === 'text' && max !== undefined;
const textsOf = (endpoint: Endpoint) => placesOf(endpoint).filter(isText);
const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, missing);

async function expectQuick(
  what: string,
  { method }: Endpoint,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<void> {
  const { result, turnMs } = await longestTurn(() => user.call(method, path, body, headers));
  assert.ok(result.status < 500, `${what}: ${result.text.slice(0, 200)}`);
  assert.ok(result.text.length < 100_000, `${what}: ${result.text.length} characters`);
  assert.ok(turnMs < longestTurnMs, `${what}: ${turnMs} ms`);
}

/** The time that the schema alone takes, whatever else would refuse the request. */
async function expectQuickRule(what: string, { body }: Endpoint, value: unknown): Promise<void> {
  const { turnMs } = await longestTurn(() => Promise.resolve(body.safeParse(value)));
  assert.ok(turnMs < longestTurnMs, `${what}: ${turnMs} ms`);
}

/** The longest text that is composed: a longer one is refused. */
const composed = (max: number): number => 4 * max + 1000;

describe('a text of combining marks holds nobody up', () => {
  for (const endpoint of endpoints.filter((each) => textsOf(each).length > 0)) {
    const { method, path } = endpoint;
    const largest = Math.floor(bodyLimitOf(endpoint) / 2) - 500;
    test(`in each text of ${method} ${path}`, async () => {
      for (const { path: place, max = 0, bodyWith } of textsOf(endpoint))
        for (const length of [largest, composed(max), max]) {
          const body = bodyWith(marks(Math.min(length, largest)));
          await expectQuickRule(place, endpoint, body);
          if (length !== composed(max)) await expectQuick(place, endpoint, pathOf(endpoint), body);
        }
    });
  }

  for (const endpoint of endpoints.filter(({ rows }) => rows !== undefined))
    test(`in each text of the rows of ${endpoint.path}`, async () => {
      const { rows = '' } = endpoint;
      const [area] = Object.entries(fixtures).find(([, { crud }]) =>
        endpoint.path.startsWith(`${crud.path}/`),
      ) ?? [''];
      const create = endpoints.find(({ method, path }) => method === 'POST' && path === `/${area}`);
      assert.ok(create);
      const list = [true, false].flatMap((isLargest) =>
        textsOf(create).map(({ max = 0, bodyWith }) => bodyWith(marks(isLargest ? 60_000 : composed(max)))),
      );
      const many = Array.from({ length: 120 }, (_, at) => list[at % list.length]);
      await expectQuick(rows, endpoint, pathOf(endpoint), { [rows]: many });
    });

  for (const endpoint of endpoints.filter(
    ({ query }) => Object.keys((query as z.ZodObject).shape).length > 0,
  ))
    test(`in each parameter of ${endpoint.method} ${endpoint.path}`, async () => {
      for (const name of Object.keys((endpoint.query as z.ZodObject).shape))
        for (const length of [200, 2000]) {
          const query = new URLSearchParams({ [name]: marks(length) }).toString();
          await expectQuick(name, endpoint, `${pathOf(endpoint)}?${query}`);
        }
    });

  test('in the headers that are read', async () => {
    const list = endpoints.find(({ method, path }) => method === 'GET' && path === '/domains');
    const update = endpoints.find(({ method, path }) => method === 'PUT' && path === '/domains/{id}');
    assert.ok(list && update);
    const bytes = Buffer.from(marks(6000)).toString('latin1');
    for (const name of [
      'x-workspace',
      'if-match',
      'user-agent',
      'x-forwarded-for',
      'accept-encoding',
      'accept',
      'origin',
    ])
      for (const value of [
        bytes,
        `${bytes.slice(0, 100)}, `.repeat(110),
        '"'.repeat(11_999),
        'W/'.repeat(6000),
      ]) {
        await expectQuick(name, list, '/domains', undefined, { [name]: value.trim() });
        await expectQuick(name, update, pathOf(update), {}, { [name]: value.trim() });
      }
  });
});

test('a text may be longer before it is trimmed and composed', async () => {
  const { status, text } = await user.call('POST', '/emails', {
    email: 'marks@example.com',
    password: 'x',
    comment: `${' '.repeat(500)}${'e\u0301'.repeat(1000)}${' '.repeat(500)}`,
  });
  assert.equal(status, 201, text);
  assert.ok(text.includes(`"${'\u00e9'.repeat(1000)}"`));
});
