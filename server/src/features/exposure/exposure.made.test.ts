import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Made } from '@quartermaster/contract/exposure/exposure.schema';
import { confirmedAt } from '../../../test/confirmations.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user(); // The first user is the administrator; those after are ordinary users.

describe('what a person made', () => {
  test('stands in their report after they left, and is turned off there', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    const { id: workspaceId } = await app.ownerOf(owner);
    const { userId } = person;
    const membership = { workspaceId, userId, role: 'ADMIN', secrets: 1, createdAt: 0 } as const;
    await app.db.insertInto('memberships').values(membership).execute();
    const call: Client['call'] = (method, sentTo, sent) =>
      person.call(method, sentTo, sent, { 'x-workspace': workspaceId });
    const config = { url: 'https://example.com/hook' };
    const channel = await call<{ data: { channel: { id: string } } }>('POST', '/channels', {
      name: 'Own hook',
      type: 'webhook',
      config,
    });
    assert.equal(channel.status, 201, channel.text);
    const rule = await call('POST', '/alert-rules', { name: 'Own rule' });
    assert.equal(rule.status, 201, rule.text);
    assert.equal((await call('POST', '/calendars', { name: 'Own dates' })).status, 201);
    type Answer = { data: { made: Made[] } };
    const path = `/members/${userId}/exposure`;
    const made = async () =>
      (await owner.call<Answer>('GET', path)).body.data.made.map(({ kind, name, isActive }) => [
        kind,
        name,
        isActive,
      ]);
    assert.deepEqual(await made(), [
      ['calendar', 'Own dates', true],
      ['channel', 'Own hook', true],
      ['rule', 'Own rule', true],
    ]);
    const off = ({ kind, id }: Pick<Made, 'kind' | 'id'>, by = owner) =>
      by.call<Answer>('POST', `${path}/turn-off`, { kind, id });
    const [calendar] = (await owner.call<Answer>('GET', path)).body.data.made;
    assert.ok(calendar);
    assert.equal((await off(calendar)).body.data.made.length, 2);
    assert.equal((await owner.call('DELETE', `/members/${userId}`)).status, 200);
    for (const each of (await owner.call<Answer>('GET', path)).body.data.made) {
      assert.equal((await off(each, person)).status, 404, 'who left turns nothing off');
      assert.equal((await off(each)).status, 200);
      assert.equal((await off({ ...each, id: workspaceId })).status, 404);
    }
    assert.deepEqual(await made(), [
      ['channel', 'Own hook', false],
      ['rule', 'Own rule', false],
    ]);
    const { body } = await owner.call<{ data: { channel: { isActive: boolean } } }>(
      'GET',
      `/channels/${channel.body.data.channel.id}`,
    );
    assert.equal(body.data.channel.isActive, false);
  });

  test('needs a recent confirmation where it is a channel', async () => {
    const owner = await app.user();
    const body = { name: 'Hook', type: 'webhook', config: { url: 'https://example.com/hook' } };
    const made = await owner.call<{ data: { channel: { id: string } } }>('POST', '/channels', body);
    await confirmedAt(app, owner);
    for (const [method, path] of [
      ['POST', '/channels'],
      ['PUT', `/channels/${made.body.data.channel.id}`],
    ] as const) {
      const refused = await owner.call<{ error: { code: string } }>(method, path, body);
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'CONFIRM_REQUIRED']);
    }
  });

  test('ends with the other sessions if it is a calendar and they ask for it', async () => {
    const owner = await app.user();
    assert.equal((await owner.call('POST', '/calendars', { name: 'Dates' })).status, 201);
    type Ended = { data: { ended: number; calendars: number } };
    assert.equal((await owner.call<Ended>('DELETE', '/auth/sessions')).body.data.calendars, 1);
    assert.equal((await owner.call<Ended>('DELETE', '/auth/sessions?calendars=true')).body.data.calendars, 0);
    assert.deepEqual((await owner.call<{ data: object }>('GET', '/calendars')).body.data, { calendars: [] });
  });
});
