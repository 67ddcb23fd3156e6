// On both engines: the records that labels name are looked up by SQL.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch } from '@quartermaster/contract/history/history.schema';
import { apply, choose, preview } from './imports.ts';
import { createFrom, createRecord, validBody } from './records.ts';
import { scopedMember, scopeTag } from './scoped-member.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();
const user = await app.user();

async function labelsOf(client: Client): Promise<string[]> {
  const answer = await client.call<{ data: { batches: Batch[] } }>('GET', '/history');
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.batches.map(({ label }) => label);
}
const newest = async (client: Client = user) => (await labelsOf(client))[0];

async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  assert.ok(status < 300, text);
  return answer;
}
const setOn = (area: string, ids: string[], fields: object, client: Client = user) =>
  done(client.call('POST', `/${area}/bulk-actions`, { records: { ids }, do: { action: 'set', fields } }));
const named = async (area: string, body: object, client: Client = user) =>
  (await createFrom(client, area, { ...(await validBody(client, area)), ...body })).id;
const several = async (area: string, count = 3, client: Client = user) =>
  (await Promise.all(Array.from({ length: count }, () => createRecord(client, area)))).map(({ id }) => id);

describe('a bulk action', () => {
  test('that sets where records are says where they were moved', async () => {
    const domains = await several('domains');
    const server = await named('servers', { name: 'web-03' });
    await setOn('domains', domains, { serverId: server });
    assert.equal(await newest(), 'Moved 3 domains to web-03');
    await done(user.call('PUT', `/servers/${server}`, { name: 'web-04' }));
    assert.equal((await labelsOf(user))[1], 'Moved 3 domains to web-04', 'the name that it has now');
    await setOn('domains', domains.slice(0, 1), { serverId: null });
    assert.match((await newest()) ?? '', /^Cleared the server of the domain \S+$/);
    const hosting = await named('hostings', { name: 'Hetzner 2' });
    await setOn('servers', [server, ...(await several('servers', 1))], { hostingId: hosting });
    assert.equal(await newest(), 'Moved 2 servers to Hetzner 2');
    const proxy = await named('proxies', { name: 'exit-1' });
    await setOn('hostings', await several('hostings', 2), { proxyId: proxy });
    assert.equal(await newest(), 'Set the proxy of 2 hosting accounts to exit-1');
    await setOn('domains', domains, { serverId: server, expirationDate: '2031-02-03T00:00:00.000Z' });
    assert.equal(await newest(), 'Set the server and expiration date of 3 domains');
  });

  test('names no record that its reader does not see, and none in the label of its undo', async () => {
    const member = await scopedMember(app, user, 'EDITOR');
    const server = await named('servers', { name: 'db-01' }, member);
    const domains = await several('domains', 2, member);
    const { headers } = await setOn('domains', domains, { serverId: server }, member);
    assert.equal(await newest(member), 'Moved 2 domains to db-01');
    await done(user.call('PUT', `/servers/${server}`, { tags: [{ ...scopeTag, value: 'other' }] }));
    assert.equal(await newest(member), 'Moved 2 domains to another server');
    await done(user.call('POST', `/history/${headers.get('x-batch-id') ?? ''}/undo`, {}));
    assert.equal(await newest(), 'Undid "Moved 2 domains"');
  });
});

describe('an import', () => {
  test('says how many records of its kind it created and changed', async () => {
    const known = await createRecord(user, 'registrator-accounts');
    const known1 = { domain: 'known-1.example', registratorAccountId: known.id };
    await createFrom(user, 'domains', known1);
    const file = [
      'Domain,Registrar,Registrar Email,Registrator Password,Email Password,Comment',
      ...['new-1', 'new-2', 'known-1'].map(
        (name) => `${name}.example,Namecheap,ops@label.example,a,b,Spring`,
      ),
    ].join('\n');
    const read = await preview(app, user, 'domains', 'spring.csv', file);
    const planned = await choose(user, read, { options: { references: 'create' } });
    await done(apply(user, planned));
    assert.equal(await newest(), 'Imported spring.csv: 2 created, 1 changed');
    const more = await preview(app, user, 'emails', 'Mail "x".csv', 'Email,Password\nonly@label.example,p');
    await done(apply(user, more));
    assert.equal(await newest(), 'Imported Mail "x".csv: 1 created');
  });

  test('and an action of an earlier version keep their labels', async () => {
    const { id: ownerId } = await app.ownerOf(user);
    await createRecord(user, 'emails');
    const old = async (kind: string, about: object, counts: object) => {
      const { id } = await app.db
        .selectFrom('batches')
        .select('id')
        .where('ownerId', '=', ownerId)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      await app.db
        .updateTable('batches')
        .set({ kind, label: null, about: JSON.stringify(about), ...counts })
        .where('ownerId', '=', ownerId)
        .where('id', '=', id)
        .execute();
      return newest();
    };
    assert.equal(
      await old(
        'import',
        { tables: { domains: 50, email_accounts: 1 }, from: 'spring.csv' },
        { created: 51 },
      ),
      'Imported 50 domains from spring.csv',
    );
    assert.equal(
      await old('bulk', { tables: { domains: 40 }, words: 'Set the server of' }, { updated: 40 }),
      'Set the server of 40 domains',
    );
    assert.equal(
      await old('bulk', { tables: { domains: 2 }, words: 'Took over what was found of' }, { updated: 2 }),
      'Took over what was found of 2 domains',
    );
  });
});
