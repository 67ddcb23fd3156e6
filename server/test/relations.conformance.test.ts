// On both engines: references are kept by keys of the database.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Relations } from '@quartermaster/contract/api/relations';
import { fixtures } from './fixtures/all.ts';
import { type Body, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
const admin = await app.user();

const relationsOf = async (client: Client, area: string, id: string): Promise<Relations> => {
  const { body, status, text } = await client.call<{ data: Relations }>(
    'GET',
    `${fixtureOf(area).crud.path}/${id}/relations`,
  );
  assert.equal(status, 200, text);
  return body.data;
};
const relatedIds = async (client: Client, area: string, to: string): Promise<string[]> => {
  const { crud } = fixtureOf(area);
  const { body } = await client.call<{ data: Record<string, { id: string }[]> }>(
    'GET',
    `${crud.path}?relatedTo=${to}`,
  );
  return (body.data[crud.listKey] ?? []).map(({ id }) => id).toSorted();
};
const create = async (client: Client, area: string, fields: Body) =>
  createFrom(client, area, { ...(await validBody(client, area)), ...fields });
/** A group in short: `domains 2` or `domains 2 via servers`. */
const inShort = ({ groups }: Relations, wanted: string): string[] =>
  groups
    .filter(({ direction }) => direction === wanted)
    .map(({ area, total, via }) => [`${area} ${total}`, ...via].join(' < '));

/** Two domains that share a mailbox, a registrator account and a proxy by several paths. */
async function portfolio(client: Client) {
  const mailbox = (await createRecord(client, 'emails')).id;
  const proxy = (await createRecord(client, 'proxies')).id;
  const type = (await createRecord(client, 'registrator-types')).id;
  const account = (
    await create(client, 'registrator-accounts', { emailAccountId: mailbox, registratorTypeId: type })
  ).id;
  const hosting = (await create(client, 'hostings', { emailAccountId: mailbox, proxyId: proxy })).id;
  const server = (await create(client, 'servers', { hostingId: hosting })).id;
  const cdn = (await create(client, 'cdn', { emailAccountId: mailbox })).id;
  const first = (await create(client, 'domains', { registratorAccountId: account, serverId: server })).id;
  const second = (await create(client, 'domains', { registratorAccountId: account, cdnAccountId: cdn })).id;
  return { mailbox, proxy, type, account, hosting, server, cdn, first, second };
}

describe('relations', () => {
  test('go up and down and count each record once, by the shortest path', async () => {
    const client = await app.user();
    const { mailbox, proxy, type, account, server, first, second } = await portfolio(client);
    const shorts = async (area: string, id: string) => {
      const found = await relationsOf(client, area, id);
      return [inShort(found, 'uses'), inShort(found, 'usedBy')];
    };
    assert.deepEqual(await shorts('emails', mailbox), [
      [],
      [
        'registrator-accounts 1',
        'hostings 1',
        'cdn 1',
        'domains 2 < registrator-accounts',
        'servers 1 < hostings',
      ],
    ]);
    assert.deepEqual(await shorts('proxies', proxy), [
      [],
      ['hostings 1', 'servers 1 < hostings', 'domains 1 < hostings < servers'],
    ]);
    assert.deepEqual(await shorts('registrator-types', type), [
      [],
      ['registrator-accounts 1', 'domains 2 < registrator-accounts'],
    ]);
    assert.deepEqual(await shorts('registrator-accounts', account), [
      ['emails 1', 'registrator-types 1'],
      ['domains 2'],
    ]);
    assert.deepEqual(await shorts('servers', server), [
      ['hostings 1', 'emails 1 < hostings', 'proxies 1 < hostings'],
      ['domains 1'],
    ]);
    assert.deepEqual(await shorts('domains', first), [
      [
        'registrator-accounts 1',
        'servers 1',
        'emails 1 < registrator-accounts',
        'registrator-types 1 < registrator-accounts',
        'hostings 1 < servers',
        'proxies 1 < servers < hostings',
      ],
      [],
    ]);
    const siblings = await relationsOf(client, 'domains', first);
    assert.ok(!JSON.stringify(siblings).includes(second));
  });

  test('say by which way each record is reached, those that several reach by the shortest', async () => {
    const client = await app.user();
    const { mailbox, cdn, type } = await portfolio(client);
    const emailAccountId = (await createRecord(client, 'emails')).id;
    const elsewhere = await create(client, 'registrator-accounts', {
      emailAccountId,
      registratorTypeId: type,
    });
    for (let made = 0; made < 3; made += 1)
      await create(client, 'domains', { registratorAccountId: elsewhere.id, cdnAccountId: cdn });
    const { groups } = await relationsOf(client, 'emails', mailbox);
    const waysTo = (area: string) => groups.find((group) => group.area === area)?.ways;
    assert.deepEqual(waysTo('domains'), [
      { via: ['registrator-accounts'], total: 2 },
      { via: ['cdn'], total: 3 },
    ]);
    assert.deepEqual(waysTo('hostings'), [{ via: [], total: 1 }]);
    assert.deepEqual(waysTo('servers'), [{ via: ['hostings'], total: 1 }]);
  });

  test('list the first by name, with a detail that tells them apart', async () => {
    const client = await app.user();
    const { mailbox, account } = await portfolio(client);
    const names = Array.from(
      { length: 12 },
      (_, index) => `zone-${String(index).padStart(2, '0')}.example.com`,
    );
    for (const domain of names.toReversed())
      await create(client, 'domains', { registratorAccountId: account, domain });
    const { record, groups } = await relationsOf(client, 'registrator-accounts', account);
    const { detail: address } = record;
    const [mailboxes, types, domains] = groups;
    assert.deepEqual(mailboxes?.records, [{ id: mailbox, name: address, detail: null }]);
    assert.equal(types?.records[0]?.name, record.name);
    assert.equal(domains?.total, 14);
    assert.equal(domains.records.length, 10);
    const shown = domains.records.map(({ name }) => name);
    assert.deepEqual(shown, shown.toSorted());
    assert.ok(domains.records.every(({ detail }) => detail !== null));
  });

  test("of a global type show the caller's accounts alone", async () => {
    const { body } = await admin.call<{
      data: { registratorTypes: { id: string; userId: string | null }[] };
    }>('GET', '/registrator-types');
    const id = body.data.registratorTypes.find(({ userId }) => userId === null)?.id ?? '';
    const [client, other] = [await app.user(), await app.user()];
    const withoutApi = { hasApiAccess: false, apiCredentials: null };
    const own = await create(client, 'registrator-accounts', { ...withoutApi, registratorTypeId: id });
    await create(other, 'registrator-accounts', { ...withoutApi, registratorTypeId: id });
    const { record, groups } = await relationsOf(client, 'registrator-types', id);
    assert.equal(record.detail, 'Global');
    assert.deepEqual(
      groups.map(({ records }) => records.map((each) => each.id)),
      [[own.id]],
    );
    assert.deepEqual(await relatedIds(client, 'registrator-accounts', `registrator-types:${id}`), [own.id]);
    assert.deepEqual(await relatedIds(client, 'registrator-types', `registrator-accounts:${own.id}`), [id]);
  });

  for (const [area, { crud }] of Object.entries(fixtures)) {
    test(`${area}: every group matches its list, both ways`, async () => {
      const client = await app.user();
      await portfolio(client);
      const { id } = await createRecord(client, area, { optional: true });
      for (const [user, { needs, may }] of Object.entries(fixtures))
        for (const [field, target] of Object.entries({ ...needs, ...may }))
          if (target === area) await create(client, user, { [field]: id });
      const { groups, ...own } = await relationsOf(client, area, id);
      assert.equal(own.area, area);
      assert.equal(own.record.id, id);
      for (const other of Object.keys(fixtures)) {
        const group = groups.find((each) => each.area === other);
        const ids = await relatedIds(client, other, `${area}:${id}`);
        assert.equal(ids.length, group?.total ?? 0, other);
        assert.deepEqual(group?.records.map((record) => record.id).toSorted() ?? [], ids.slice(0, 10));
        for (const record of group?.records ?? []) {
          const back = (await relationsOf(client, other, record.id)).groups.find(
            (each) => each.area === area,
          );
          assert.ok(back?.records.some((each) => each.id === id));
          assert.notEqual(back?.direction, group?.direction);
        }
      }
    });

    test(`${area}: groups that block a delete do, and groups that are detached are`, async () => {
      const client = await app.user();
      const records = await createRecord(client, 'domains', { optional: true });
      const served =
        area === 'domains' ? records.id : (await createRecord(client, area, { optional: true })).id;
      for (const [user, { needs, may }] of Object.entries(fixtures))
        for (const [field, target] of Object.entries({ ...needs, ...may }))
          if (target === area) await create(client, user, { [field]: served });
      const { groups } = await relationsOf(client, area, served);
      const { status } = await client.call('DELETE', `${crud.path}/${served}`);
      assert.equal(status, groups.some(({ onDelete }) => onDelete === 'refused') ? 409 : 200);
      for (const { area: user, onDelete, via, direction, records: users } of groups) {
        assert.equal(onDelete !== null, direction === 'usedBy' && via.length === 0);
        for (const { id } of users) {
          const { text } = await client.call('GET', `${fixtureOf(user).crud.path}/${id}`);
          if (onDelete === 'detached' && status === 200) assert.ok(!text.includes(served), text);
          if (onDelete === 'refused') assert.ok(text.includes(served), text);
        }
      }
    });

    test(`${area}: relatedTo takes an area and an id; a missing record and another user's match nothing`, async () => {
      const [client, other] = [await app.user(), await app.user()];
      await createRecord(client, area, { optional: true });
      for (const target of Object.keys(fixtures)) {
        const theirs = await createRecord(other, target, { optional: true });
        assert.deepEqual(await relatedIds(client, area, `${target}:${theirs.id}`), []);
        assert.deepEqual(
          await relatedIds(client, area, `${target}:01a00000-0000-7000-8000-000000000000`),
          [],
        );
        const answer = await client.call('GET', `${fixtureOf(target).crud.path}/${theirs.id}/relations`);
        assert.equal(answer.status, 404);
      }
      for (const wrong of [
        'x',
        'emails',
        'emails:',
        'emails:x',
        'users:01a00000-0000-7000-8000-000000000000',
      ]) {
        const { status, text } = await client.call('GET', `${crud.path}?relatedTo=${wrong}`);
        assert.equal(status, 400, text);
        assert.ok(text.includes('Related to must be an area and an id, as in emails:<id>'));
      }
    });
  }

  test('an export holds the rows of the list', async () => {
    const client = await app.user();
    const { mailbox, cdn } = await portfolio(client);
    const lines = async (to: string) => {
      const { text } = await client.call('GET', `/domains/export?relatedTo=${to}`);
      return text.trim().split('\r\n').length - 1;
    };
    assert.deepEqual([await lines(`emails:${mailbox}`), await lines(`cdn:${cdn}`)], [2, 1]);
  });
});
