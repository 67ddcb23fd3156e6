// On both engines: holders of a tag are changed by one statement.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Batch } from '@quartermaster/contract/history/history.schema';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { join, tokensOf, makeToken } from '../../../test/api-tokens.ts';
import { confirmedAt } from '../../../test/confirmations.ts';
import { type RecordBody, createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Failed = { error: { code: string; message: string } };
type Kind = 'domains' | 'servers' | 'emails';
const acme = { type: 'client', value: 'acme' };
const beta = { type: 'client', value: 'beta' };

const add = async (client: Client, area: Kind, tags: object[]) =>
  createFrom(client, area, { ...(await validBody(client, area)), tags });
const send = (client: Client, body: object) =>
  client.call<{ data: TagChange } & Failed>('POST', '/tags/change', body);
async function change(client: Client, body: object): Promise<TagChange> {
  const answer = await send(client, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
/** Their tags, found by a filter too. */
async function tagsOf(client: Client, area: Kind, filter: string): Promise<unknown[]> {
  const list = { domains: 'domains', servers: 'servers', emails: 'emailAccounts' }[area];
  const path = `/${area}?sortBy=createdAt&sortOrder=asc&tags=${encodeURIComponent(filter)}`;
  const { body } = await client.call<{ data: Record<string, RecordBody[]> }>('GET', path);
  return (body.data[list] ?? []).map(({ tags }) => tags);
}
const none = { count: 0, first: [] };

describe('a change of a tag', () => {
  test('renames it on records of all kinds in one batch with a label, is previewed, and can be undone', async () => {
    const user = await app.user();
    await add(user, 'domains', [
      { ...acme, color: 'red' },
      { type: 'env', value: 'live' },
    ]);
    await add(user, 'domains', [beta]);
    await add(user, 'servers', [acme]);
    const body = { ...acme, to: { type: 'kunde', value: 'acme, inc' } };
    const changed = { domains: 1, servers: 1 };
    const preview = await change(user, { ...body, dryRun: true });
    assert.deepEqual(preview, { changed, batchId: null, scopes: none, rules: none, views: none });
    assert.deepEqual(await tagsOf(user, 'servers', 'client:acme'), [[acme]]);
    const { batchId, ...answer } = await change(user, body);
    assert.deepEqual(answer, { changed, scopes: none, rules: none, views: none });
    assert.deepEqual(await tagsOf(user, 'domains', 'kunde:acme%2C inc'), [
      [
        { ...body.to, color: 'red' },
        { type: 'env', value: 'live' },
      ],
    ]);
    assert.deepEqual(await tagsOf(user, 'domains', 'client:acme'), []);
    const { batch } = (await user.call<{ data: { batch: Batch } }>('GET', `/history/${batchId}`)).body.data;
    assert.equal(batch.label, 'Changed the tag client: acme to kunde: acme, inc on 1 domain and 1 server');
    assert.deepEqual(batch.counts, { created: 0, updated: 2, deleted: 0 });
    const undone = await user.call('POST', `/history/${batchId}/undo`, {});
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual(await tagsOf(user, 'servers', 'client:acme'), [[acme]]);
    const { events } = (await user.call<{ data: { events: AuditEvent[] } }>('GET', '/audit')).body.data;
    const event = events.find(({ action }) => action === 'tag.changed');
    assert.equal(event?.subject, 'client: acme');
    assert.deepEqual(event.details, { to: body.to, changed, scopes: none, rules: 0, views: 0 });
  });

  test('merges it into another, recolors it and deletes it', async () => {
    const user = await app.user();
    await add(user, 'domains', [acme, { type: 'Client', value: 'Beta', color: 'blue' }]);
    await add(user, 'domains', [{ ...beta, color: 'red' }]);
    assert.deepEqual((await change(user, { ...acme, to: beta })).changed, { domains: 1 });
    const blue = { ...beta, color: 'blue' };
    const red = { ...beta, color: 'red' };
    assert.deepEqual(await tagsOf(user, 'domains', 'client:beta'), [[blue], [red]]);
    assert.deepEqual((await change(user, { ...beta, to: red })).changed, { domains: 1 });
    assert.deepEqual(await tagsOf(user, 'domains', 'client:beta'), [[red], [red]]);
    const same = await change(user, { ...beta, to: beta });
    assert.deepEqual([same.changed, same.batchId], [{}, null]);
    await change(user, { ...beta, to: { ...beta, color: null } });
    assert.deepEqual(await tagsOf(user, 'domains', 'client:beta'), [[beta], [beta]]);
    assert.deepEqual((await change(user, { ...beta, to: null })).changed, { domains: 2 });
    assert.deepEqual(await tagsOf(user, 'domains', 'client'), []);
  });

  test('takes scopes and saved views along; a delete that would empty a scope is refused', async () => {
    const [owner, member, invited] = [await app.user(), await app.user(), 'later@example.com'];
    const headers = await join(app, owner, member, 'VIEWER');
    const scope: Scope = [acme, { type: 'env', value: 'live' }];
    const rescope = (sent: Scope) => owner.call('PUT', `/members/${member.userId}`, { scope: sent });
    await rescope(scope);
    const invitation = { email: invited, role: 'VIEWER', secrets: false, scope: [acme] };
    const made = await owner.call('POST', '/invitations', invitation);
    assert.equal(made.status, 201, made.text);
    await makeToken(owner, { name: 'Monitor', scope: [beta, acme] });
    const query = 'tags=client%3Aacme%2Cclient&sortBy=domain';
    await owner.call('POST', '/views', { area: 'domains', name: 'Acme', query });
    await owner.call('POST', '/views', {
      area: 'domains',
      name: 'Word',
      query: 'tags=acme&search=client:acme',
    });
    const mark = await add(owner, 'domains', [acme]);

    for (const dryRun of [true, false]) {
      const refused = await send(owner, { ...acme, to: null, dryRun });
      assert.equal(refused.status, 409, refused.text);
      assert.match(refused.body.error.message, /the whole scope of later@example\.com, who would see every/);
    }
    await confirmedAt(app, owner);
    await change(owner, { ...acme, to: beta, dryRun: true });
    const unconfirmed = await send(owner, { ...acme, to: beta });
    assert.deepEqual([unconfirmed.status, unconfirmed.body.error.code], [403, 'CONFIRM_REQUIRED']);
    assert.deepEqual(await tagsOf(owner, 'domains', 'client:acme'), [[acme]]);
    await confirmedAt(app, owner, Date.now());
    await member.call('GET', '/domains', undefined, headers); // The member's rights are now in the cache.
    const answer = await change(owner, { ...acme, to: beta });
    assert.deepEqual(answer.scopes, {
      count: 3,
      first: [
        { kind: 'member', name: member.email },
        { kind: 'invitation', name: invited },
        { kind: 'token', name: 'Monitor' },
      ],
    });
    const email = owner.email;
    assert.deepEqual(answer.views, { count: 1, first: [{ area: 'domains', name: 'Acme', email }] });
    const { body } = await owner.call<{ data: { views: { name: string; query: string }[] } }>(
      'GET',
      '/views',
    );
    assert.deepEqual(
      body.data.views.map((view) => view.query),
      ['tags=client%3Abeta%2Cclient&sortBy=domain', 'tags=acme&search=client:acme'],
    );
    assert.deepEqual(
      (await tokensOf(owner)).map((token) => token.scope),
      [[beta]],
    );
    const { text } = await member.call('GET', '/domains', undefined, headers);
    assert.ok(text.includes(mark.id), 'the member still sees the record');
    const members = await owner.call<{ data: { members: { userId: string; scope: Scope }[] } }>(
      'GET',
      '/members',
    );
    const { scope: left } = members.body.data.members.find(({ userId }) => userId === member.userId) ?? {};
    assert.deepEqual(left, [beta, { type: 'env', value: 'live' }]);
    const byMember = await member.call<Failed>('POST', '/tags/change', { ...beta, to: null }, headers);
    assert.equal(byMember.status, 403);
  });

  test('takes saved views along that list records with any of several tags', async () => {
    const owner = await app.user();
    const acmeInc = { type: 'client', value: 'acme, inc' };
    const view = async (name: string, query: string) =>
      assert.equal((await owner.call('POST', '/views', { area: 'servers', name, query })).status, 201);
    await view('Any', 'tagsAny=client%3Aacme%2Cclient%3Abeta%2Cenv%3Alive&sortBy=name');
    await view('Both', 'tags=client%3Aacme&tagsAny=env%3Alive%2Cclient%3Aacme');
    await view('Neither', 'tagsAny=client%3AAcme&search=client:acme');
    const queries = async () =>
      (await owner.call<{ data: { views: { query: string }[] } }>('GET', '/views')).body.data.views.map(
        (each) => decodeURIComponent(each.query.replaceAll('+', ' ')),
      );
    const neither = 'tagsAny=client:Acme&search=client:acme';
    const renamed = await change(owner, { ...acme, to: acmeInc });
    assert.deepEqual(
      renamed.views.first.map(({ name }) => name),
      ['Any', 'Both'],
    );
    assert.deepEqual(await queries(), [
      'tagsAny=client:acme%2C inc,client:beta,env:live&sortBy=name',
      'tags=client:acme%2C inc&tagsAny=env:live,client:acme%2C inc',
      neither,
    ]);
    await change(owner, { ...acmeInc, to: beta });
    const merged = [
      'tagsAny=client:beta,env:live&sortBy=name',
      'tags=client:beta&tagsAny=env:live,client:beta',
      neither,
    ];
    assert.deepEqual(await queries(), merged);
    assert.equal((await change(owner, { ...beta, to: null })).views.count, 2);
    assert.deepEqual(await queries(), merged, 'a view by a deleted tag stays as it is');
  });

  test('is refused in words for what is no tag, and for more records than one action may change', async () => {
    const user = await app.user();
    for (const [body, message] of [
      [{ ...acme }, 'To must be a tag, or null to delete it'],
      [{ ...acme, value: ' ', to: null }, 'Tag value is required'],
      [{ ...acme, to: { type: 'x'.repeat(51), value: 'y' } }, 'Tag type must be less than 50 characters'],
      [{ ...acme, to: { ...beta, color: 'url(x)' } }, 'Tag color must be a color name or #hex'],
    ] as const) {
      const answer = await send(user, body);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.error.message, message);
    }
    const { id: ownerId } = await app.ownerOf(user);
    await app.db
      .insertInto('tags')
      .values({ id: 7, ownerId, tableName: 'domains', ...acme })
      .execute();
    for (let from = 0; from <= limits.bulkRows; from += 1000) {
      const links = Array.from({ length: 1000 }, (_, n) => ({ ownerId, tagId: 7, recordId: `r${from + n}` }));
      await app.db.insertInto('record_tags').values(links).execute();
    }
    const answer = await send(user, { ...acme, to: beta });
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.error.message, 'At most 10,000 records at once; more than that carry this tag');
  });
});
