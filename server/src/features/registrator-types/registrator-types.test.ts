// On both engines: lists and figures are statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { popularRegistrators } from '@quartermaster/contract/catalog/registrators';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { createFrom, createRecord } from '../../../test/records.ts';
import { type Answer, type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
const admin = await app.user();

const path = '/registrator-types';
type Failure = { error: { code: string; message: string; details: { usedBy: object } } };
type Item = { data: { registratorType: RegistratorType } };
type List = { data: { registratorTypes: RegistratorType[]; pagination: { total: number } } };
type Stats = { data: { stats: Record<string, number> } };

const list = async (client: Client, query = '') =>
  (await client.call<List>('GET', `${path}?${query}`)).body.data;
const statsOf = async (client: Client) => (await client.call<Stats>('GET', `${path}/stats`)).body.data.stats;
const refused = (answer: Answer<Failure>, status: number, code: string) => {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.error.code, code);
};
const changed = async (client: Client, id: string, body: object) => {
  const answer = await client.call<Item>('PUT', `${path}/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.registratorType;
};
const token = { label: 'Token', type: 'string', required: true } as const;
let globals = 0;
const createGlobal = (body: object = {}) =>
  createFrom(admin, 'registrator-types', { name: `Everyone's ${(globals += 1)}`, isGlobal: true, ...body });

describe('global registrator types', () => {
  test('everyone sees the well-known registrars as global ones', async () => {
    const client = await app.user();
    const { registratorTypes, pagination } = await list(client, 'sortBy=name&sortOrder=asc');
    assert.ok(pagination.total >= 12);
    assert.ok(registratorTypes.every(({ userId }) => userId === null));
    const names = registratorTypes.map(({ name }) => name);
    for (const { name } of popularRegistrators) assert.ok(names.includes(name), name);
    const [first] = registratorTypes;
    assert.ok(first);
    const { body } = await client.call<Item>('GET', `${path}/${first.id}`);
    assert.deepEqual(body.data.registratorType, first);
  });

  test('own types carry their user, and are listed with the global ones unless those are left out', async () => {
    const client = await app.user();
    const own = await createRecord(client, 'registrator-types');
    assert.equal(own.userId, client.userId);
    for (const query of ['', 'includeGlobal=true']) {
      const { registratorTypes } = await list(client, query);
      assert.equal(registratorTypes[0]?.id, own.id);
      assert.ok(registratorTypes.length > 12);
    }
    const { registratorTypes, pagination } = await list(client, 'includeGlobal=false');
    assert.deepEqual([registratorTypes.map(({ id }) => id), pagination.total], [[own.id], 1]);
  });

  test('an administrator writes them, for everyone to see', async () => {
    const client = await app.user();
    const { id, userId } = await createGlobal({ hasApi: true, apiFields: { token } });
    assert.equal(userId, null);
    const { name } = await changed(admin, id, { name: 'Renamed for everyone' });
    const seen = (await client.call<Item>('GET', `${path}/${id}`)).body.data.registratorType;
    assert.deepEqual([seen.name, seen.userId, seen.apiFields], [name, null, { token }]);
    const { body } = await admin.call('DELETE', `${path}/${id}`);
    assert.deepEqual(body, { data: { id } });
    refused(await client.call<Failure>('GET', `${path}/${id}`), 404, 'NOT_FOUND');
    const changes = await app.db.selectFrom('changes').selectAll().where('recordId', '=', id).execute();
    assert.deepEqual(
      changes.map(({ ownerId, actorId }) => [ownerId, actorId]),
      Array.from({ length: 3 }, () => ['global', admin.userId]),
    );
  });

  test('a user may neither create, change nor delete one', async () => {
    const client = await app.user();
    const { id } = await createGlobal();
    const answers = [
      await client.call<Failure>('POST', path, { name: 'Mine for all', isGlobal: true }),
      await client.call<Failure>('PUT', `${path}/${id}`, { name: 'Taken over' }),
      await client.call<Failure>('DELETE', `${path}/${id}`),
    ];
    for (const answer of answers) {
      refused(answer, 403, 'FORBIDDEN');
      assert.equal(answer.body.error.message, 'Only an administrator can write global registrator types');
    }
    assert.equal((await client.call('GET', `${path}/${id}`)).status, 200);
  });

  test('a name is taken once among the own types and once among the global ones, in any case', async () => {
    const client = await app.user();
    const name = String((await createGlobal()).name);
    await createFrom(client, 'registrator-types', { name });
    refused(await client.call<Failure>('POST', path, { name: name.toUpperCase() }), 409, 'CONFLICT');
    refused(await admin.call<Failure>('POST', path, { name, isGlobal: true }), 409, 'CONFLICT');
  });

  test('cannot be deleted while any user has an account of that type', async () => {
    const client = await app.user();
    const { id } = await createGlobal();
    const { id: emailAccountId } = await createRecord(client, 'emails');
    await createFrom(client, 'registrator-accounts', {
      emailAccountId,
      registratorTypeId: id,
      password: 'secret',
    });
    const answer = await admin.call<Failure>('DELETE', `${path}/${id}`);
    refused(answer, 409, 'IN_USE');
    assert.equal(answer.body.error.message, 'Used by 1 registrator account');
    assert.deepEqual(answer.body.error.details.usedBy, { registratorAccounts: 1 });
  });

  test('a bulk delete refuses global ones to users, and those in use to everyone', async () => {
    const client = await app.user();
    const [used, free] = [await createGlobal(), await createGlobal()];
    const own = await createRecord(client, 'registrator-types');
    await createFrom(client, 'registrator-accounts', {
      emailAccountId: (await createRecord(client, 'emails')).id,
      registratorTypeId: used.id,
      password: 'secret',
    });
    const remove = async (person: Client) => {
      const body = { records: { ids: [used.id, free.id, own.id] }, do: { action: 'delete' } };
      const answer = await person.call<{ data: BulkActionResult }>('POST', `${path}/bulk-actions`, body);
      const { changed, refusals } = answer.body.data;
      return [changed, ...refusals.map(({ name, message }) => `${name}: ${message}`)];
    };
    const forAdministrators = 'Only an administrator can write global registrator types';
    assert.deepEqual(await remove(client), [
      1,
      ...[used, free].map(({ name }) => `${String(name)}: ${forAdministrators}`),
    ]);
    assert.deepEqual(
      (await remove(admin)).toSorted(),
      [
        1,
        `${String(used.name)}: Used by 1 registrator account`,
        `${own.id}: Registrator type not found`,
      ].toSorted(),
    );
  });
});

describe('API fields of registrator types', () => {
  test('a type without an API has none, whatever is sent', async () => {
    const client = await app.user();
    const apiFields = { token };
    const without = { name: 'Plain', hasApi: false, apiFields: { x: 'not even valid' } };
    const { id, ...created } = await createFrom(client, 'registrator-types', without);
    assert.deepEqual(created.apiFields, {});
    assert.deepEqual((await changed(client, id, { apiFields })).apiFields, {});
    assert.deepEqual((await changed(client, id, { hasApi: true })).apiFields, {});
    assert.deepEqual((await changed(client, id, { apiFields })).apiFields, apiFields);
    assert.deepEqual((await changed(client, id, { name: 'Still with an API' })).apiFields, apiFields);
    const cleared = await changed(client, id, { hasApi: false });
    assert.deepEqual([cleared.hasApi, cleared.apiFields], [false, {}]);
  });

  test("'text' is read as 'string', and null clears the fields", async () => {
    const client = await app.user();
    const { id, apiFields } = await createFrom(client, 'registrator-types', {
      name: 'Older words',
      hasApi: true,
      apiFields: { token: { ...token, type: 'text', label: ' Token ', more: 1 } },
    });
    assert.deepEqual(apiFields, { token });
    assert.deepEqual((await changed(client, id, { apiFields: null })).apiFields, {});
  });

  test('a string whose name says secret is listed until its type changes or it is kept as readable', async () => {
    const client = await app.user();
    const listed = async () => {
      const { registratorTypes } = await list(client, 'readableSecrets=true');
      return registratorTypes.map(({ name }) => name);
    };
    assert.deepEqual(await listed(), [], 'the well-known registrars show none');
    const key = { label: 'API Key', type: 'string', required: true };
    const make = (name: string, apiFields: object) =>
      createFrom(client, 'registrator-types', { name, hasApi: true, apiFields });
    const { id } = await make('By label', { field: key });
    const other = await make('By name', { client_secret: { ...key, label: 'Second' }, monkey: token });
    await make('Not secret', { 'keyboard layout': { ...key, label: 'Keyboard layout' } });
    await make('Masked', { 'api key': { ...key, type: 'password' } });
    assert.deepEqual((await listed()).toSorted(), ['By label', 'By name']);

    const kept = await changed(client, id, { apiFields: { field: { ...key, readable: true } } });
    assert.deepEqual(kept.apiFields, { field: { ...key, readable: true } });
    assert.deepEqual(Object.keys(kept.apiFields['field'] ?? {}).at(-1), 'readable');
    assert.deepEqual(await listed(), ['By name']);
    await changed(client, other.id, { apiFields: { client_secret: { ...key, type: 'password' } } });
    assert.deepEqual(await listed(), []);
    const { body } = await client.call<RegistratorType[]>('GET', `${path}/export?search=by%20label`);
    assert.deepEqual(body[0]?.apiFields, kept.apiFields);

    const { apiFields } = await changed(client, id, { apiFields: { field: { ...key, readable: false } } });
    assert.deepEqual(apiFields, { field: key });
    assert.deepEqual(await listed(), ['By label']);
    assert.equal((await list(client, 'readableSecrets=false&includeGlobal=false')).pagination.total, 3);
    await changed(client, id, { hasApi: false });
    assert.deepEqual(await listed(), []);
  });

  test('a field of type password is never kept as readable', async () => {
    const client = await app.user();
    const secret = { label: 'API Key', type: 'password', required: true, readable: true };
    const { apiFields } = await createFrom(client, 'registrator-types', {
      name: 'Both',
      hasApi: true,
      apiFields: { key: secret },
    });
    assert.deepEqual(apiFields, { key: { label: 'API Key', type: 'password', required: true } });
  });

  test('a name is all that a type needs', async () => {
    const client = await app.user();
    const { name, websiteUrl, hasApi, apiFields } = await createFrom(client, 'registrator-types', {
      name: 'Bare',
    });
    assert.deepEqual([name, websiteUrl, hasApi, apiFields], ['Bare', null, false, {}]);
  });
});

describe('lists of registrator types', () => {
  test('stats count what the user sees', async () => {
    const client = await app.user();
    const before = await statsOf(client);
    assert.equal(before.userTypes, 0);
    assert.equal(before.totalAccessible, before.globalTypes);
    await createFrom(client, 'registrator-types', { name: 'With', hasApi: true, apiFields: { token } });
    await createFrom(client, 'registrator-types', { name: 'Without' });
    await createRecord(await app.user(), 'registrator-types');
    assert.deepEqual(await statsOf(client), {
      totalAccessible: Number(before.totalAccessible) + 2,
      globalTypes: before.globalTypes,
      userTypes: 2,
      typesWithApi: Number(before.typesWithApi) + 1,
    });
  });

  test('a total counts new global types at once', async () => {
    const client = await app.user();
    await createRecord(client, 'registrator-types'); // Totals are cached once the owner has written something.
    const { total } = (await list(client)).pagination;
    await createGlobal();
    assert.equal((await list(client)).pagination.total, total + 1);
  });

  test('the popular ones are the well-known registrars', async () => {
    const { body } = await admin.call<{ data: { popularTypes: object[] } }>('GET', `${path}/popular`);
    assert.deepEqual(body.data.popularTypes, popularRegistrators);
  });

  test('lists select by API and by words of the name and the website', async () => {
    const client = await app.user();
    await createFrom(client, 'registrator-types', { name: 'Has One', hasApi: true });
    await createFrom(client, 'registrator-types', { name: 'Has None', websiteUrl: 'https://Plain.example' });
    const found = async (query: string) =>
      (await list(client, `includeGlobal=false&${query}`)).registratorTypes.map(({ name }) => name);
    assert.deepEqual(await found('hasApi=true'), ['Has One']);
    assert.deepEqual(await found('hasApi=false'), ['Has None']);
    assert.deepEqual(await found('search=PLAIN.example'), ['Has None']);
    assert.deepEqual(await found('search=has%20'), ['Has None', 'Has One']);
    assert.equal((await client.call('GET', `${path}?hasApi=yes`)).status, 400);
  });

  test('the export is a JSON file named with the day, of the same records as the list', async () => {
    const client = await app.user();
    await createRecord(client, 'registrator-types');
    const day = () => new Date().toISOString().slice(0, 10);
    const days = [day()];
    const answer = await client.call<RegistratorType[]>('GET', `${path}/export?includeGlobal=false`);
    days.push(day());
    const disposition = answer.headers.get('content-disposition');
    assert.ok(days.some((it) => disposition === `attachment; filename="registrator-types-${it}.json"`));
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(answer.body, (await list(client, 'includeGlobal=false')).registratorTypes);
    const all = await client.call<RegistratorType[]>('GET', `${path}/export?hasApi=true`);
    assert.deepEqual(all.body, (await list(client, 'hasApi=true')).registratorTypes);
  });
});
