// On both engines: keys of the database refuse references across owners.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenPermissions } from '@quartermaster/contract/api/permissions';
import type { Tx } from '../src/db/schema.ts';
import { areaOfTable, ownedTables, tableOfArea } from '../src/records/kinds/entities.ts';
import { type Batch, inBatch } from '../src/records/history/batches.ts';
import { OwnedTable } from '../src/records/table/owned-table.ts';
import { fixtures } from './fixtures/all.ts';
import { isolationCase } from './isolation-cases.ts';
import { byToken, callerBy, makeToken } from './api-tokens.ts';
import { alike, areaOf, leaksNothing, missing, newScene, routesOf } from './isolation-scene.ts';
import { createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { isOfMembers } from './refusals.ts';
import { engine, startApp } from './test-app.ts';

/** Generated from the server's list of endpoints: an endpoint without a case fails. */
const app = await startApp();
await app.user();
const victim = await app.user('victim@example.com');
const intruder = await app.user('intruder@example.com');
const scene = await newScene(victim, intruder);
const routes = await routesOf(intruder);

describe('isolation of every endpoint', () => {
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
      test(`${name} requires a sign-in`, async () => {
        const target = path.replace('{id}', scene.victims[area]?.id ?? missing);
        for (const token of [undefined, 'x', `${intruder.token}x`]) {
          const body = method === 'GET' ? undefined : {};
          const answer = await app.call<{ error: { code: string } }>(method, target, body, token);
          assert.equal(answer.status, 401, answer.text);
          assert.equal(answer.body.error.code, 'UNAUTHORIZED');
          leaksNothing(scene, answer, name);
        }
      });

    test(`${name} is limited to its user`, async () => {
      const run = isolationCase(route);
      assert.ok(run, `${name} has no case: add one to isolation-cases.ts`);
      await run(scene, route, area);
    });
  }

  // On one engine, as the statements are the same as in a session. `npm run prove -- tokens` tries both.
  for (const permission of engine === 'sqlite' ? tokenPermissions : [])
    test(`holds for API tokens that may ${permission}`, async () => {
      const { endpoints } = app.services.api;
      const made = await makeToken(intruder, { permissions: [permission] });
      const program = byToken(intruder, endpoints, app.call, made);
      const call = callerBy(app.call, made.value);
      for (const { method, path, access } of endpoints) {
        if (access === 'public') continue;
        const route = routes.find((each) => each.method === method && each.path === path);
        assert.ok(route);
        const area = areaOf(route);
        if (program.sends(route)) {
          await isolationCase(route)?.({ ...scene, intruder: program }, route, area);
          continue;
        }
        const target = path.replaceAll(/\{\w+\}/g, scene.victims[area]?.id ?? missing);
        const answer = await call<{ error: { code: string } }>(
          method,
          target,
          method === 'GET' ? undefined : {},
        );
        assert.ok([403, 404].includes(answer.status), `${method} ${path}: ${answer.text}`);
        leaksNothing(scene, answer, `${method} ${path}`, scene.victims[area]?.id);
      }
    });

  test("every endpoint of a workspace refuses another's like a missing one", async () => {
    const { id: theirs } = await app.ownerOf(victim);
    for (const endpoint of app.services.api.endpoints) {
      const { method, path } = endpoint;
      if (!isOfMembers(endpoint) || endpoint.ofWorkspace) continue;
      const target = path.replaceAll(/\{\w+\}/g, missing);
      const answer = await alike(scene, `${method} ${path}`, theirs, (id) =>
        intruder.call(method, target, method === 'GET' ? undefined : {}, { 'x-workspace': id }),
      );
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
    }
  });

  test('the victim still sees what the intruder could not', async () => {
    for (const area of Object.keys(fixtures)) {
      const answer = await victim.call('GET', fixtureOf(area).crud.path);
      assert.ok(answer.text.includes(scene.victims[area]?.id ?? missing), area);
    }
  });

  test('a table writes only rows of the owner it is given, whoever looked them up', async () => {
    const [theirs, own] = [await app.ownerOf(victim), await app.ownerOf(intruder)];
    for (const area of ownedTables.map(areaOfTable)) {
      const { crud, change } = fixtureOf(area);
      const record = await createRecord(victim, area, { optional: true });
      const read = () => victim.call('GET', `${crud.path}/${record.id}`);
      const { text } = await read();
      const name = tableOfArea[area];
      const table = new OwnedTable(name);
      const before = await table.find(app.db, theirs, record.id);
      const write = (act: (tx: Tx, batch: Batch) => Promise<unknown>) =>
        inBatch(app.db, { kind: 'edit', table: name, owner: own }, act);
      // The intruder's key can't open what the victim's key sealed.
      await Promise.allSettled([
        write((tx, batch) => table.updateMany(tx, own, [{ before, fields: change }], batch)),
      ]);
      await write((tx, batch) => table.removeMany(tx, own, [before], batch));
      assert.equal((await read()).text, text, area);
    }
  });

  test("an answer from the cache is the user's own, even if another has written as often", async () => {
    const clients = [await app.user(), await app.user()];
    for (const client of clients)
      await createFrom(client, 'domains', {
        ...(await validBody(client, 'domains')),
        domain: `${client.userId}.example`,
        expirationDate: '2020-01-01',
        status: 'ACTIVE',
        tags: [{ type: 'own', value: client.userId }],
      });
    for (const path of ['/domains/stats', '/domains/form-data', '/dashboard/stats'])
      for (const { call, userId } of clients) {
        const { text } = await call('GET', path);
        const named = clients.filter((each) => text.includes(each.userId));
        assert.deepEqual(
          named.map((each) => each.userId),
          [userId],
          path,
        );
      }
  });

  test('the same unique fields may be used by two users', async () => {
    await createRecord(intruder, 'emails');
    const answer = await intruder.call('POST', '/emails', { ...scene.victims.emails });
    assert.equal(answer.status, 201, answer.text);
  });
});
