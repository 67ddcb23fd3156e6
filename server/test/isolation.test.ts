import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Endpoint } from '@quartermaster/contract/lib/endpoint';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

/**
 * Generated from the server's own list of endpoints: one without a case here fails. The victim's records all
 * carry a word that nobody else may ever see.
 */
const app = await startApp();
await app.user();
const victim = await app.user('victim@example.com');
const intruder = await app.user('intruder@example.com');

const mark = 'xyzzyvictim';
const marked = { comment: `${mark} comment`, tags: [{ type: mark, value: mark }] };
const victims: Record<string, RecordBody> = {};
for (const area of Object.keys(fixtures)) {
  const { valid } = fixtureOf(area);
  const own = 'tags' in valid(0) ? marked : { name: `${mark} type` };
  victims[area] = await createFrom(victim, area, {
    ...(await validBody(victim, area, { optional: true })),
    ...own,
  });
}
const ids = Object.values(victims).map(({ id }) => id);
const missing = '01a00000-0000-7000-8000-000000000000';

const areaOf = ({ path }: Endpoint): string =>
  Object.keys(fixtures).find((area) => fixtures[area]?.crud.path === `/${path.split('/')[1] ?? ''}`) ?? '';
const comparable = ({ status, text }: Answer): { status: number; text: string } => ({ status, text });
const leaksNothing = ({ text }: Answer, what: string) => {
  assert.ok(!text.includes(mark), `${what} shows a word of another user's`);
  for (const id of ids) assert.ok(!text.includes(id), `${what} shows an id of another user's`);
};
/** Everything of the victim's, as he sees it. */
const snapshot = async () => {
  const answers = Object.keys(fixtures).map((area) =>
    victim.call('GET', `${fixtureOf(area).crud.path}?limit=100`),
  );
  return (await Promise.all(answers)).map(({ text }) => text);
};

/** By `METHOD path`, for what is neither a record by its id nor a reading. */
type Case = (endpoint: Endpoint, area: string) => Promise<void>;
const otherReferences = async (area: string, send: (body: Body) => Promise<Answer>) => {
  const { needs, may } = fixtureOf(area);
  const body = await validBody(intruder, area);
  for (const [field, target] of Object.entries({ ...needs, ...may })) {
    const theirs: Answer = await send({ ...body, [field]: victims[target]?.id });
    const none: Answer = await send({ ...body, [field]: missing });
    assert.deepEqual(
      comparable(theirs),
      comparable(none),
      `${area}.${field} tells a foreign id from a missing one`,
    );
    leaksNothing(theirs, field);
  }
};
const create: Case = (endpoint, area) =>
  otherReferences(area, (body) => intruder.call('POST', endpoint.path, body));
const bulkImport: Case = async (endpoint, area) => {
  const key = fixtureOf(area).bulkKey ?? '';
  await otherReferences(area, (body) => intruder.call('POST', endpoint.path, { [key]: [body] }));
  const { body } = await intruder.call<{ data: { imported: number } }>('POST', endpoint.path, {
    [key]: [{ ...(await validBody(victim, area)) }],
  });
  if (Object.keys(fixtureOf(area).needs).length > 0) assert.equal(body.data.imported, 0);
};
const ownData: Case = async (endpoint) => {
  const before = await snapshot();
  leaksNothing(await intruder.call(endpoint.method, endpoint.path, {}), endpoint.path);
  assert.deepEqual(await snapshot(), before);
};
/** Touches no record of anyone's. */
const noRecords: Case = () => Promise.resolve();

const cases: Record<string, Case> = {
  'POST /auth/login': noRecords,
  'POST /auth/register': noRecords,
  'POST /auth/refresh': noRecords,
  'POST /auth/logout': noRecords,
  'POST /domains/check-expiration': ownData,
  'POST /proxies/test': noRecords,
};

async function byId(client: Client, { method, path }: Endpoint, area: string): Promise<void> {
  const own = victims[area];
  assert.ok(own, `no record for ${path}`);
  const bodies = method === 'PUT' ? [{}, fixtureOf(area).change] : [undefined];
  const before = await snapshot();
  for (const body of bodies) {
    const theirs: Answer = await client.call(method, path.replace('{id}', own.id), body);
    const none: Answer = await client.call(method, path.replace('{id}', missing), body);
    const malformed: Answer = await client.call(method, path.replace('{id}', 'x'), body);
    assert.equal(theirs.status, 404, theirs.text);
    assert.deepEqual(comparable(theirs), comparable(none));
    assert.deepEqual(comparable(malformed), comparable(none));
  }
  assert.deepEqual(await snapshot(), before);
}

/** Every filter of a reading is tried with the victim's ids and words. */
async function reading(client: Client, { path, query }: Endpoint): Promise<void> {
  leaksNothing(await client.call('GET', path), path);
  const { shape } = query as unknown as { shape: Record<string, unknown> };
  const values: Record<string, string[]> = {
    search: [mark],
    tags: [mark, `${mark}:${mark}`],
    limit: ['1000'],
  };
  for (const name of Object.keys(shape))
    for (const value of values[name] ?? (name.endsWith('Id') ? ids : []))
      leaksNothing(
        await client.call('GET', `${path}?${name}=${encodeURIComponent(value)}`),
        `${path}?${name}`,
      );
}

describe('isolation: every endpoint that the server has', () => {
  for (const endpoint of app.services.api.endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const area = areaOf(endpoint);

    if (endpoint.access === 'user')
      test(`${name} asks for a sign-in`, async () => {
        const path = endpoint.path.replace('{id}', victims[area]?.id ?? missing);
        for (const token of [undefined, 'x', `${intruder.token}x`]) {
          const answer = await app.call<{ error: { code: string } }>(
            endpoint.method,
            path,
            endpoint.method === 'GET' ? undefined : {},
            token,
          );
          assert.equal(answer.status, 401, answer.text);
          assert.equal(answer.body.error.code, 'UNAUTHORIZED');
          leaksNothing(answer, name);
        }
      });

    test(`${name} keeps to its own user`, async () => {
      if (endpoint.path.includes('{id}')) await byId(intruder, endpoint, area);
      else if (endpoint.method === 'GET') await reading(intruder, endpoint);
      else {
        const named = endpoint.path.endsWith('/bulk-import')
          ? bulkImport
          : endpoint.path === fixtures[area]?.crud.path
            ? create
            : null;
        const run = cases[name] ?? named;
        assert.ok(run, `${name} has no case: add one to this file`);
        await run(endpoint, area);
      }
    });
  }

  test('the victim sees what the intruder did not', async () => {
    for (const area of Object.keys(fixtures)) {
      const answer = await victim.call('GET', fixtureOf(area).crud.path);
      assert.ok(answer.text.includes(victims[area]?.id ?? missing), area);
    }
  });

  test('the same unique fields may be used by two users', async () => {
    await createRecord(intruder, 'emails');
    const answer = await intruder.call('POST', '/emails', { ...victims.emails });
    assert.equal(answer.status, 201, answer.text);
  });
});
