// On both engines: secrets are logged in the statement that reads them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, at, createRecord, validBody, withAt } from './records.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user(); // The first user is the administrator; those after are ordinary users.

type Failure = { error: { code: string; message: string; details: { fields: Record<string, string> } } };

for (const [area, fixture] of Object.entries(fixtures)) {
  const { path, itemKey, listKey, one } = fixture.crud;
  const secret = fixture.secrets.filter((each) => !fixture.answered?.includes(each));
  const item = ({ body, text }: Answer): RecordBody => {
    const record = (body as { data?: Record<string, RecordBody> }).data?.[itemKey];
    assert.ok(record, text);
    return record;
  };
  /** 'users.<id>.password' for 'users.0.password'. */
  const pathIn = (record: Body, given: string): string => {
    const [list = '', index = '', ...rest] = given.split('.');
    if (!Array.isArray(record[list])) return given;
    return [list, (record[list] as { id: string }[])[Number(index)]?.id, ...rest].join('.');
  };
  const pathsOf = (record: Body): string[] => secret.map((each) => pathIn(record, each)).sort();
  const expectOmitted = (record: RecordBody, full: RecordBody, what: string) => {
    let expected: Body = { ...full };
    for (const each of secret) expected = withAt(expected, each, null);
    const { secretFields, ...shown } = record;
    assert.deepEqual((secretFields as string[]).toSorted(), pathsOf(full), what);
    assert.deepEqual(shown, expected, what);
  };
  const reveal = (client: Client, id: string, body: unknown) =>
    client.call<Failure & { data: { value: string } }>('POST', `${path}/${id}/reveal`, body);

  describe(`${area}: secrets`, () => {
    test('are left out on request, in every answer with records', async () => {
      const client = await app.user();
      const full = await createRecord(client, area);
      const one = await client.call('GET', `${path}/${full.id}?secrets=omit`);
      expectOmitted(item(one), full, 'get');
      assert.equal(one.headers.get('etag'), `"${full.updatedAt}"`);
      for (const limit of ['', '&limit=20']) {
        const list = await client.call<{ data: Record<string, RecordBody[]> }>(
          'GET',
          `${path}?secrets=omit${limit}`,
        );
        const row = list.body.data[listKey]?.find(({ id }) => id === full.id);
        assert.ok(row);
        expectOmitted(row, full, 'list');
      }
      const put = await client.call('PUT', `${path}/${full.id}?secrets=omit`, {});
      expectOmitted({ ...item(put), updatedAt: full.updatedAt }, full, 'put');
      const body = await validBody(client, area);
      const created = item(await client.call('POST', `${path}?secrets=omit`, body));
      const read = item(await client.call('GET', `${path}/${created.id}`));
      expectOmitted(created, read, 'post');
      assert.ok(!('secretFields' in read) && !('secretFields' in full));
      for (const [method, target, sent] of [
        ['GET', path, undefined],
        ['GET', `${path}/${full.id}`, undefined],
        ['POST', path, body],
        ['PUT', `${path}/${full.id}`, {}],
      ] as const)
        for (const word of ['none', 'OMIT', 'omit,omit']) {
          const refused = await client.call<Failure>(method, `${target}?secrets=${word}`, sent);
          assert.equal(refused.status, 400, refused.text);
          assert.equal(refused.body.error.code, 'VALIDATION_ERROR');
          assert.ok(refused.body.error.details.fields.secrets);
        }
    });

    test('stay when a record read without them is changed', async () => {
      const client = await app.user();
      const full = await createRecord(client, area);
      const lists = Object.keys(full).filter((field) => Array.isArray(full[field]) && field !== 'tags');
      const users = (record: Body) =>
        Object.fromEntries(
          lists.map((field) => [
            field,
            (record[field] as Body[]).map(({ password: _, sshKey: __, ...rest }) => rest),
          ]),
        );
      const answer = await client.call('PUT', `${path}/${full.id}`, {
        ...users(full),
        ...('apiCredentials' in full && { apiCredentials: {} }),
      });
      assert.deepEqual({ ...item(answer), updatedAt: '' }, { ...full, updatedAt: '' });
    });

    test('are revealed one by one', async () => {
      const client = await app.user();
      const full = await createRecord(client, area);
      for (const each of secret) {
        const field = pathIn(full, each);
        const { status, body, text } = await reveal(client, full.id, {
          field,
          via: 'copy',
          reason: 'A test',
        });
        assert.equal(status, 200, text);
        assert.deepEqual(body, { data: { value: at(full, each) } });
      }
      for (const field of [
        'comment',
        'id',
        'nothing',
        '__proto__',
        'password.x',
        'users.x',
        'tags.0.value',
        ...('apiCredentials' in full ? ['apiCredentials'] : []),
        ...(fixture.answered ?? []),
      ]) {
        const refused = await reveal(client, full.id, { field });
        assert.equal(refused.status, 400, refused.text);
        assert.equal(refused.body.error.message, `There is no secret field ${field} in a ${one}`);
      }
      const none = full.id;
      for (const field of [
        ...('users' in full ? [`users.${none}.password`, `users.${none}.sshKey`] : []),
        ...('apiCredentials' in full ? ['apiCredentials.unset'] : []),
      ]) {
        const refused = await reveal(client, full.id, { field });
        assert.equal(refused.status, 404, refused.text);
        assert.equal(refused.body.error.message, 'Secret not found');
      }
      for (const body of [
        {},
        { field: '' },
        { field: 1 },
        { field: 'x'.repeat(201) },
        { field: 'password', via: 'list' },
        { field: 'password', reason: 'x'.repeat(501) },
      ])
        assert.equal((await reveal(client, full.id, body)).status, 400, JSON.stringify(body));
    });
  });
}
