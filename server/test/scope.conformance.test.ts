// On both engines: a scope is a condition of every statement.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isIsolated, isolationCase } from './isolation-cases.ts';
import { areaOf, leaksNothing, newScene, routesOf } from './isolation-scene.ts';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, createFrom, fixtureOf, validBody } from './records.ts';
import { scopedMember, scopedToken, scopeTag } from './scoped-member.ts';
import { type Answer, type Client, engine, startApp } from './test-app.ts';

/** Generated from the server's list of endpoints: what a member with a scope gets of the records outside it. */
const app = await startApp();
await app.user();
const owner = await app.user('owner@example.com');
const member = await scopedMember(app, owner, 'EDITOR');
const viewer = await scopedMember(app, owner, 'VIEWER');
const program = await scopedToken(app, owner);
const tagged = Object.keys(fixtures).filter((area) => 'tags' in fixtureOf(area).valid(0));
const scene = await newScene(owner, member, tagged);
const { victims } = scene;
const routes = await routesOf(member);
const idOf = (area: string): string => victims[area]?.id ?? '';

interface Failure {
  error: { code: string; message: string; details?: { fields?: Record<string, string>; usedBy?: object } };
}
const refused = (answer: Answer, status: number, code: string): Failure['error'] => {
  const { error } = answer.body as Failure;
  assert.deepEqual([answer.status, error.code], [status, code], answer.text);
  return error;
};

/** A record in the scope. */
const create = async (area: string, more: Body = {}): Promise<RecordBody> =>
  createFrom(member, area, { ...(await validBody(member, area)), ...more });

describe('outside the scope', () => {
  for (const route of routes.filter(isIsolated)) {
    const area = areaOf(route);
    if (area !== '' && !tagged.includes(area)) continue;
    const name = `${route.method} ${route.path}`;
    const run = async (intruder: Client) => {
      const tried = isolationCase(route);
      assert.ok(tried);
      await tried({ ...scene, intruder }, route, area);
    };
    test(`${name} shows nothing`, () => run(member));
    // On one engine, as the statements are those of a member. `npm run prove -- tokens` tries both.
    if (engine === 'sqlite' && program.sends(route))
      test(`${name} shows nothing to an API token with a scope`, () => run(program));
  }

  test('every list, count and stat covers only the records inside', async () => {
    const other = await scopedMember(app, owner, 'VIEWER', { type: 'client', value: 'nobody' });
    for (const area of tagged) {
      const { text } = await other.call(`GET`, fixtureOf(area).crud.path);
      assert.match(text, /"total":0/);
    }
    for (const path of ['/domains/stats', '/cdn/stats', '/servers/stats', '/dashboard/stats']) {
      const { text } = await other.call('GET', path);
      assert.ok(!/"total\w*":[1-9]/.test(text), text);
    }
    leaksNothing(scene, await viewer.call('GET', '/search?q=xyzzy'), 'search');
  });

  test('a hidden target of a reference shows its id and name, and nothing else', async () => {
    for (const area of tagged) {
      const { needs, may, crud } = fixtureOf(area);
      const references = Object.entries({ ...needs, ...may }).filter(([, to]) => tagged.includes(to));
      if (references.length === 0) continue;
      const ids = Object.fromEntries(references.map(([field, to]) => [field, idOf(to)]));
      const record = await createFrom(owner, area, {
        ...(await validBody(owner, area)),
        ...ids,
        tags: [scopeTag],
      });
      const { body, text } = await member.call<{ data: Record<string, Body> }>(
        'GET',
        `${crud.path}/${record.id}`,
      );
      const shown = body.data[crud.itemKey];
      for (const [field, to] of references) {
        const reference = shown?.[field.slice(0, -2)] as Body;
        const { id, ...rest } = reference;
        assert.equal(id, idOf(to), text);
        const visible = Object.entries(rest).filter(([, value]) => value !== null);
        assert.equal(visible.length, 1, `${area}.${field}: ${JSON.stringify(reference)}`);
        const name = fixtureOf(to).crud.path;
        const found = await member.call('GET', `${crud.path}?${field}=${idOf(to)}`);
        assert.match(found.text, /"total":0/, `${name} filters`);
      }
      const { headers } = await member.call('GET', `${crud.path}/${record.id}`);
      assert.ok(headers.get('etag'));
      const kept = await member.call('PUT', `${crud.path}/${record.id}`, { ...ids, comment: 'kept' });
      assert.equal(kept.status, 200, kept.text);
      const csv = await member.call('GET', `${crud.path}/export`);
      assert.ok(!csv.text.includes('xyzzyvictim'), csv.text);
      await owner.call('DELETE', `${crud.path}/${record.id}`);
    }
  });

  test('hidden references prevent a deletion, without names or counts', async () => {
    const message = 'Used by records outside your access';
    const mailbox = await create('emails');
    await createFrom(owner, 'hostings', {
      ...(await validBody(owner, 'hostings')),
      emailAccountId: mailbox.id,
    });
    const removed = refused(await member.call('DELETE', `/emails/${mailbox.id}`), 409, 'IN_USE');
    assert.deepEqual([removed.message, removed.details?.usedBy], [message, {}]);
    const server = await create('servers');
    const domain = await createFrom(owner, 'domains', {
      ...(await validBody(owner, 'domains')),
      serverId: server.id,
    });
    for (const preview of [true, false]) {
      const { body } = await member.call<{ data: { changed: number; refusals: { message: string }[] } }>(
        'POST',
        '/servers/bulk-actions',
        { records: { ids: [server.id] }, do: { action: 'delete' }, preview },
      );
      assert.deepEqual([body.data.changed, body.data.refusals[0]?.message], [0, message]);
    }
    refused(await member.call('DELETE', `/servers/${server.id}`), 409, 'IN_USE');
    const seen = await member.call('GET', `/servers/${server.id}/relations`);
    assert.ok(!seen.text.includes(domain.id));
    assert.match((await member.call('GET', `/servers/${server.id}`)).text, /"_count":{"domains":0}/);
    await owner.call('PUT', `/domains/${domain.id}`, { tags: [scopeTag] });
    assert.equal((await member.call('DELETE', `/servers/${server.id}`)).status, 200);
  });

  test('a path through a hidden record leads nowhere', async () => {
    const mailbox = await create('emails');
    const hosting = await createFrom(owner, 'hostings', {
      ...(await validBody(owner, 'hostings')),
      emailAccountId: mailbox.id,
    });
    const server = await createFrom(owner, 'servers', {
      ...(await validBody(owner, 'servers')),
      hostingId: hosting.id,
      tags: [scopeTag],
    });
    const { text } = await member.call('GET', `/servers/${server.id}/relations`);
    assert.ok(!text.includes(mailbox.id) && !text.includes(hosting.id), text);
    const related = await member.call('GET', `/servers?relatedTo=emails:${mailbox.id}`);
    assert.match(related.text, /"total":0/);
  });
});

describe('a member with a scope', () => {
  test('cannot write records outside it', async () => {
    const [own, other] = [scopeTag, { type: 'client', value: 'other' }];
    for (const area of tagged) {
      const { crud } = fixtureOf(area);
      const body = await validBody(member, area);
      for (const tags of [[], [other], [{ type: scopeTag.type, value: scopeTag.value.toUpperCase() }]]) {
        const error = refused(
          await member.raw('POST', crud.path, { ...body, tags }),
          400,
          'VALIDATION_ERROR',
        );
        assert.match(error.details?.fields?.tags ?? '', /client:acme/);
      }
      const record = await createFrom(member, area, { ...body, tags: [own, other] });
      const path = `${crud.path}/${record.id}`;
      refused(await member.raw('PUT', path, { tags: [other] }), 400, 'VALIDATION_ERROR');
      assert.equal((await member.raw('PUT', path, { tags: [own] })).status, 200);
      const { body: done } = await member.raw<{
        data: { changed: number; refusals: { message: string }[] };
      }>('POST', `${crud.path}/bulk-actions`, {
        records: { ids: [record.id] },
        do: { action: 'removeTag', tag: own },
      });
      assert.equal(done.data.changed, 0);
      assert.match(done.data.refusals[0]?.message ?? '', /client:acme/);
      assert.equal((await member.call('GET', path)).status, 200);
    }
  });

  test('imports only records in it; hidden names are taken', async () => {
    const { domain } = victims['domains'] as unknown as { domain: string };
    const body = await validBody(member, 'domains');
    const rows = [
      { ...body, domain: 'untagged.example', tags: [] },
      { ...body, domain: 'tagged.example', tags: [scopeTag] },
      { ...body, domain, tags: [scopeTag] },
    ];
    const { body: done } = await member.raw<{
      data: { imported: number; errors: { index: number; message: string }[] };
    }>('POST', '/domains/bulk-import', { domains: rows, skipDuplicates: false });
    assert.equal(done.data.imported, 1);
    assert.deepEqual(
      done.data.errors.map(({ index }) => index),
      [0, 2],
    );
    assert.match(done.data.errors[0]?.message ?? '', /client:acme/);
    assert.equal(done.data.errors[1]?.message, 'This domain already exists');
    const clash = refused(
      await member.raw('POST', '/domains', { ...body, domain, tags: [scopeTag] }),
      409,
      'CONFLICT',
    );
    assert.equal(clash.message, 'This domain already exists');
  });

  test('reads registrator types and writes none', async () => {
    const type = await createFrom(owner, 'registrator-types', { name: 'Everyone sees it' });
    assert.equal(type['userId'], owner.userId);
    const seen = await member.raw<{ data: { registratorType: Body } }>(
      'GET',
      `/registrator-types/${type.id}`,
    );
    assert.equal(seen.body.data.registratorType['userId'], owner.userId);
    for (const [method, path, body] of [
      ['POST', '/registrator-types', { name: 'Mine' }],
      ['PUT', `/registrator-types/${type.id}`, { name: 'Mine' }],
      ['DELETE', `/registrator-types/${type.id}`, undefined],
      ['POST', '/registrator-types/bulk-actions', { records: { ids: [type.id] }, do: { action: 'delete' } }],
    ] as const)
      assert.match(refused(await member.raw(method, path, body), 403, 'FORBIDDEN').message, /all records/);
  });

  test('updates statuses only of domains in it', async () => {
    const dated = { status: 'ACTIVE', expirationDate: '2020-01-01' };
    const outside = await createFrom(owner, 'domains', { ...(await validBody(owner, 'domains')), ...dated });
    await create('domains', dated);
    const { body } = await member.call<{ data: { updatesApplied: number } }>(
      'POST',
      '/domains/check-expiration',
      {},
    );
    assert.equal(body.data.updatesApplied, 1);
    assert.match((await owner.call('GET', `/domains/${outside.id}`)).text, /"status":"ACTIVE"/);
  });

  test('gets their own answers from caches', async () => {
    const { text: all } = await owner.call('GET', '/domains/stats');
    const { text: some } = await member.call('GET', '/domains/stats');
    assert.notEqual(all, some);
    assert.equal((await owner.call('GET', '/domains/stats')).text, all);
    assert.equal((await member.call('GET', '/domains/stats')).text, some);
  });
});
