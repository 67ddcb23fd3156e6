// On both engines: records with any of several tags are found by one statement.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Batch } from '@quartermaster/contract/history/history.schema';
import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { makeToken, tokensOf } from '../../../test/api-tokens.ts';
import { type RecordBody, createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Failed = { error: { code: string; message: string; details: { fields: Record<string, string> } } };
const client = (value: string) => ({ type: 'client', value });
const env = (value: string) => ({ type: 'env', value });
const none = { count: 0, first: [] };

const add = async (user: Client, area: 'domains' | 'servers', tags: object[]) =>
  createFrom(user, area, { ...(await validBody(user, area)), tags });
const send = (user: Client, body: object) =>
  user.call<{ data: TagChange } & Failed>('POST', '/tags/change', body);
async function change(user: Client, body: object): Promise<TagChange> {
  const answer = await send(user, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
async function tagsOf(user: Client, area: 'domains' | 'servers'): Promise<string[]> {
  const path = `/${area}?sortBy=createdAt&sortOrder=asc`;
  const { body } = await user.call<{ data: Record<string, RecordBody[]> }>('GET', path);
  return (body.data[area] ?? []).map(({ tags }) =>
    (tags as { type: string; value: string }[]).map(({ type, value }) => `${type}:${value}`).join(),
  );
}

describe('several changes of tags', () => {
  test('are one batch that changes each record once, summed, previewed and undone as one', async () => {
    const user = await app.user();
    await add(user, 'domains', [client('Muller'), client('MÜLLER'), env('live')]);
    await add(user, 'domains', [client('Müller')]);
    await add(user, 'servers', [client('muller'), env('old')]);
    const before = [await tagsOf(user, 'domains'), await tagsOf(user, 'servers')];
    const to = client('Müller');
    const changes = [
      ...['Muller', 'MÜLLER', 'muller', 'nobody'].map((value) => ({ ...client(value), to })),
      { ...env('old'), to: null },
    ];
    const changed = { domains: 1, servers: 1 };
    const followers = { scopes: none, rules: none, views: none };
    assert.deepEqual(await change(user, { changes, dryRun: true }), {
      ...{ changed, batchId: null },
      ...followers,
    });
    const { batchId, ...answer } = await change(user, { changes });
    assert.deepEqual(answer, { changed, ...followers });
    const after = [['client:Müller,env:live', 'client:Müller'], ['client:Müller']];
    assert.deepEqual([await tagsOf(user, 'domains'), await tagsOf(user, 'servers')], after);
    const { batch } = (await user.call<{ data: { batch: Batch } }>('GET', `/history/${batchId}`)).body.data;
    assert.equal(batch.label, 'Changed 5 tags on 1 domain and 1 server');
    assert.deepEqual(batch.counts, { created: 0, updated: 2, deleted: 0 });
    const { events } = (await user.call<{ data: { events: AuditEvent[] } }>('GET', '/audit')).body.data;
    const event = events.find(({ action }) => action === 'tag.changed');
    assert.equal(event?.subject, 'client: Muller, client: MÜLLER, client: muller and 2 more');
    assert.deepEqual(event.details, { changes, changed, scopes: none, rules: 0, views: 0 });
    const undone = await user.call('POST', `/history/${batchId}/undo`, {});
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual([await tagsOf(user, 'domains'), await tagsOf(user, 'servers')], before);
  });

  test('are made one after another, on records and in what names the tags', async () => {
    const user = await app.user();
    await add(user, 'domains', [client('a'), { ...client('b'), color: 'red' }]);
    await add(user, 'domains', [client('b')]);
    await add(user, 'domains', [client('a')]);
    await makeToken(user, { name: 'Monitor', scope: [client('a'), client('b'), env('live')] });
    const query = 'tags=client%3Aa&tagsAny=client%3Ab%2Cclient%3Aa';
    await user.call('POST', '/views', { area: 'domains', name: 'Two', query });
    const answer = await change(user, {
      changes: [
        { ...client('a'), to: client('b') },
        { ...client('b'), to: { ...client('c'), color: null } },
        { ...env('live'), to: null },
      ],
    });
    assert.deepEqual([answer.changed, answer.scopes.count, answer.views.count], [{ domains: 3 }, 1, 1]);
    assert.deepEqual(await tagsOf(user, 'domains'), ['client:c', 'client:c', 'client:c']);
    const scopes = async () => (await tokensOf(user)).map(({ scope }) => scope);
    assert.deepEqual(await scopes(), [[client('c')]]);
    const views = async () =>
      (await user.call<{ data: { views: { query: string }[] } }>('GET', '/views')).body.data.views.map(
        (each) => each.query,
      );
    assert.deepEqual(await views(), ['tags=client%3Ac&tagsAny=client%3Ac']);
    const undone = await user.call('POST', `/history/${answer.batchId}/undo`, {});
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual(await scopes(), [[client('a'), client('b'), env('live')]]);
    assert.deepEqual(await views(), [query]);
    assert.deepEqual(await tagsOf(user, 'domains'), ['client:a,client:b', 'client:b', 'client:a']);
  });

  test('change nothing if one of them may not be made', async () => {
    const user = await app.user();
    await add(user, 'domains', [client('a'), env('live')]);
    await makeToken(user, { name: 'Monitor', scope: [env('live')] });
    const changes = [
      { ...client('a'), to: client('b') },
      { ...env('live'), to: null },
    ];
    for (const dryRun of [true, false]) {
      const refused = await send(user, { changes, dryRun });
      assert.equal(refused.status, 409, refused.text);
      assert.match(refused.body.error.message, /the whole scope of Monitor/);
    }
    const all = [
      { ...env('live'), to: null },
      { ...client('a'), to: env('live') },
    ];
    assert.equal((await send(user, { changes: all })).status, 409);
    assert.deepEqual(await tagsOf(user, 'domains'), ['client:a,env:live']);
  });

  test('are labelled as deleted if all are, and one of a list as one alone', async () => {
    const user = await app.user();
    await add(user, 'domains', [client('a'), client('b'), client('c')]);
    const labelOf = async (changes: object[]) => {
      const { batchId } = await change(user, { changes });
      return (await user.call<{ data: { batch: Batch } }>('GET', `/history/${batchId}`)).body.data.batch
        .label;
    };
    assert.match(
      await labelOf([{ ...client('a'), to: client('d') }]),
      /^Changed the tag client: a to client: d on the domain /,
    );
    assert.match(
      await labelOf(['b', 'c'].map((value) => ({ ...client(value), to: null }))),
      /^Deleted 2 tags from the domain /,
    );
  });

  test('are refused beside a single one, none, too many, and by the field that is wrong', async () => {
    const user = await app.user();
    const one = { ...client('a'), to: client('b') };
    const which = 'Send either changes, or type, value and to';
    const many = (count: number) => Array.from({ length: count }, () => one);
    for (const [body, fields] of [
      [{}, { changes: which }],
      [{ dryRun: true }, { changes: which }],
      [{ ...one, changes: [one] }, { changes: which }],
      [{ to: null, changes: [one] }, { changes: which }],
      [{ changes: [] }, { changes: 'Send at least one change' }],
      [{ changes: many(limits.tagChanges + 1) }, { changes: 'Maximum 100 changes allowed' }],
      [{ changes: 'all' }, { changes: 'Changes must be a list' }],
      [{ changes: [one, { ...one, value: ' ' }] }, { 'changes.1.value': 'Tag value is required' }],
      [{ changes: [client('a')] }, { 'changes.0.to': 'To must be a tag, or null to delete it' }],
      [{ changes: [null] }, { 'changes.0': 'A change must have a type, a value and to' }],
      [{ to: null }, { type: 'Tag type is required', value: 'Tag value is required' }],
      [client(''), { value: 'Tag value is required', to: 'To must be a tag, or null to delete it' }],
      [
        { type: 1, to: null },
        { type: 'Tag type must be text', value: 'Tag value is required' },
      ],
    ] as const) {
      const answer = await send(user, body);
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(answer.body.error.details.fields, fields, JSON.stringify(body));
    }
    for (const body of [[], 'x', null])
      assert.equal((await user.call('POST', '/tags/change', body as never)).status, 400);
    const { body } = await send(user, { changes: many(limits.tagChanges) });
    assert.deepEqual(body.data.changed, {});
    const { id: ownerId } = await app.ownerOf(user);
    const tag = { id: 7, ownerId, tableName: 'domains', ...client('many') };
    await app.db.insertInto('tags').values(tag).execute();
    for (let from = 0; from <= limits.bulkRows; from += 1000) {
      const links = Array.from({ length: 1000 }, (_, n) => ({ ownerId, tagId: 7, recordId: `r${from + n}` }));
      await app.db.insertInto('record_tags').values(links).execute();
    }
    const answer = await send(user, { changes: [one, { ...client('many'), to: client('b') }] });
    assert.deepEqual(answer.body.error.details.fields, {
      changes: 'At most 10,000 records at once; more than that carry these tags',
    });
  });
});
