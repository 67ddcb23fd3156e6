import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { createRecord } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const tag = (value: string) => [{ type: 'client', value }];

/** A workspace whose default rule tells one channel, and its owner. */
async function place() {
  const client = await app.user();
  const { id: ownerId } = await app.ownerOf(client);
  const channelId = randomUUID();
  const row = {
    ownerId,
    id: channelId,
    name: 'Chat',
    type: 'ntfy',
    config: '{}',
    sealed: '',
    isActive: 1,
  } as const;
  const none = {
    refusals: 0,
    waitUntil: 0,
    userId: null,
    lastSentAt: null,
    lastError: null,
    createdAt: 0,
    updatedAt: 0,
    answers: '{}',
  };
  await app.db
    .insertInto('channels')
    .values({ ...row, ...none })
    .execute();
  const { status } = await client.call('PUT', `/alert-rules/${ownerId}`, { channelIds: [channelId] });
  assert.equal(status, 200);
  return { client, ownerId, channelId };
}

describe('alert rules', () => {
  test('are one by default, which stays', async () => {
    const { client, ownerId, channelId } = await place();
    const rules = async () =>
      (await client.call<{ data: { alertRules: AlertRule[] } }>('GET', '/alert-rules')).body.data.alertRules;
    const [first] = await rules();
    assert.deepEqual(
      [first?.isDefault, first?.userIds, first?.distances.length, first?.reaches],
      [true, null, 8, true],
    );
    const removed = await client.call<{ error: { code: string } }>('DELETE', `/alert-rules/${ownerId}`);
    assert.deepEqual([removed.status, removed.body.error.code], [409, 'IN_USE']);
    const body = { name: 'Acme', tag: tag('acme')[0], distances: [90, 10], channelIds: [] };
    const made = await client.call<{ data: { alertRule: AlertRule } }>('POST', '/alert-rules', body);
    assert.equal(made.status, 201, made.text);
    const { id, reaches, userIds, shares } = made.body.data.alertRule;
    assert.deepEqual([reaches, userIds, shares], [false, [], [20, 10, 3]]);
    const changed = await client.call<{ data: { alertRule: AlertRule } }>('PUT', `/alert-rules/${id}`, {
      channelIds: [channelId],
      tag: 'client:other',
    });
    const rule = changed.body.data.alertRule;
    assert.deepEqual(
      [rule.reaches, rule.tag, rule.distances],
      [true, { type: 'client', value: 'other' }, [90, 10]],
    );
    assert.equal((await client.call('DELETE', `/alert-rules/${id}`)).status, 200);
    assert.equal((await rules()).length, 1);
    const audit = await client.call<{ data: { events: { action: string }[] } }>('GET', '/audit');
    const actions = audit.body.data.events
      .map(({ action }) => action)
      .filter((action) => action.startsWith('alert-'));
    assert.deepEqual(actions, [
      'alert-rule.deleted',
      'alert-rule.changed',
      'alert-rule.created',
      'alert-rule.changed',
    ]);
  });

  test('name the record that they are for, until it is gone', async () => {
    const client = await app.user();
    const { id: recordId, email: name } = await createRecord(client, 'emails');
    const made = await client.call<{ data: { alertRule: AlertRule } }>('POST', '/alert-rules', {
      name: 'One',
      recordId,
    });
    assert.deepEqual(made.body.data.alertRule.record, { id: recordId, name, detail: null, area: 'emails' });
    await client.call('DELETE', `/emails/${recordId}`);
    const rules = await client.call<{ data: { alertRules: AlertRule[] } }>('GET', '/alert-rules');
    assert.deepEqual(
      rules.body.data.alertRules.map((rule) => [rule.recordId, rule.record]),
      [
        [null, null],
        [recordId, null],
      ],
    );
    const other = await app.user();
    const foreign = await other.call('POST', '/alert-rules', { name: 'x', recordId });
    assert.equal(foreign.status, 400);
  });

  test('are refused with the reason where they are wrong', async () => {
    const { client, ownerId } = await place();
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'x', distances: [-2] }, 'distances.0'],
      [{ name: 'x', distances: Array.from({ length: 21 }, (_, at) => at) }, 'distances'],
      [{ name: 'x', shares: [0] }, 'shares.0'],
      [{ name: 'x', channelIds: [randomUUID()] }, 'channelIds'],
      [{ name: 'x', userIds: [randomUUID()] }, 'userIds'],
      [{ name: 'x', recordId: randomUUID() }, 'recordId'],
      [{ name: 'x', escalation: [{ afterDays: 0, channelIds: [] }] }, 'escalation.0.afterDays'],
      [{ name: 'x', what: ['moon'] }, 'what.0'],
    ] as const) {
      const answer = await client.call<{ error: { details: { fields: object } } }>(
        'POST',
        '/alert-rules',
        body,
      );
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(Object.keys(answer.body.error.details.fields), [field]);
    }
    const bound = await client.call('PUT', `/alert-rules/${ownerId}`, { area: 'domains' });
    assert.equal(bound.status, 400);
    const editor = await scopedMember(app, client, 'EDITOR');
    for (const [method, path] of [
      ['GET', '/alert-rules'],
      ['PUT', `/alert-rules/${ownerId}`],
    ] as const)
      assert.equal((await editor.call(method, path, method === 'GET' ? undefined : {})).status, 403);
  });
});
