import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixtures } from './fixtures/all.ts';
import { areaOf, isolationCase, leaksNothing, missing, newScene, routesOf } from './isolation-cases.ts';
import { createRecord, fixtureOf } from './records.ts';
import { startApp } from './test-app.ts';

/** Generated from the server's own list of endpoints: one without a case here fails. */
const app = await startApp();
await app.user();
const victim = await app.user('victim@example.com');
const intruder = await app.user('intruder@example.com');
const scene = await newScene(victim, intruder);
const routes = await routesOf(intruder);

describe('isolation: every endpoint that the server has', () => {
  test('is in its document', () => {
    const names = (list: readonly { method: string; path: string }[]) =>
      list.map(({ method, path }) => `${method} ${path}`).sort();
    assert.deepEqual(names(routes), names(app.services.api.endpoints));
  });

  for (const route of routes) {
    const { method, path, access } = route;
    const name = `${method} ${path}`;
    const area = areaOf(route);

    if (access === 'user')
      test(`${name} asks for a sign-in`, async () => {
        const target = path.replace('{id}', scene.victims[area]?.id ?? missing);
        for (const token of [undefined, 'x', `${intruder.token}x`]) {
          const body = method === 'GET' ? undefined : {};
          const answer = await app.call<{ error: { code: string } }>(method, target, body, token);
          assert.equal(answer.status, 401, answer.text);
          assert.equal(answer.body.error.code, 'UNAUTHORIZED');
          leaksNothing(scene, answer, name);
        }
      });

    test(`${name} keeps to its own user`, async () => {
      const run = isolationCase(route);
      assert.ok(run, `${name} has no case: add one to isolation-cases.ts`);
      await run(scene, route, area);
    });
  }

  test('the victim sees what the intruder did not', async () => {
    for (const area of Object.keys(fixtures)) {
      const answer = await victim.call('GET', fixtureOf(area).crud.path);
      assert.ok(answer.text.includes(scene.victims[area]?.id ?? missing), area);
    }
  });

  test('the same unique fields may be used by two users', async () => {
    await createRecord(intruder, 'emails');
    const answer = await intruder.call('POST', '/emails', { ...scene.victims.emails });
    assert.equal(answer.status, 201, answer.text);
  });
});
