import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WorkItem, WorkList } from '@quartermaster/contract/exposure/exposure.schema';
import { startApp } from '../../../test/test-app.ts';
import { createRecord, createWithoutNote } from '../../../test/records.ts';

const app = await startApp();

describe('work lists', () => {
  test('for selected records tick themselves when a value changes', async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    const { id: workspaceId } = await app.ownerOf(owner);
    const membership = {
      workspaceId,
      userId: editor.userId,
      role: 'EDITOR',
      secrets: 1 as const,
      createdAt: 0,
    };
    await app.db.insertInto('memberships').values(membership).execute();
    const records = [await createWithoutNote(owner, 'emails'), await createWithoutNote(owner, 'emails')];
    const body = { name: 'After the incident', area: 'emails', ids: records.map(({ id }) => id) };
    const refused = await editor.call('POST', '/work-lists', body, { 'x-workspace': workspaceId });
    assert.equal(refused.status, 403);
    const made = await owner.call<{ data: { workList: WorkList } }>('POST', '/work-lists', body);
    assert.equal(made.status, 201, made.text);
    const { workList } = made.body.data;
    assert.deepEqual([workList.name, workList.total, workList.open], ['After the incident', 2, 2]);
    await owner.call('PUT', `/emails/${records[0]?.id}`, { password: 'rotated' });
    const target = `/work-lists/${workList.id}/emails/${records[1]?.id}/password`;
    const said = await owner.call<{ data: { item: WorkItem } }>('PUT', target, {
      state: 'ignored',
      reason: 'Unused',
    });
    assert.equal(said.body.data.item.state, 'ignored');
    const { body: read } = await owner.call<{ data: { items: WorkItem[]; workList: WorkList } }>(
      'GET',
      `/work-lists/${workList.id}`,
    );
    assert.equal(read.data.workList.open, 0);
    assert.deepEqual(read.data.items.map(({ state }) => state).toSorted(), ['ignored', 'rotated']);
    assert.equal((await owner.call('DELETE', `/work-lists/${workList.id}`)).status, 200);
    assert.equal((await owner.call('GET', `/work-lists/${workList.id}`)).status, 404);
    const none = await owner.call('POST', '/work-lists', {
      name: 'x',
      area: 'domains',
      ids: [(await createWithoutNote(owner, 'domains')).id],
    });
    assert.equal(none.status, 400);
  });

  test('name the secrets of several kinds once each, and none of another workspace', async () => {
    const [owner, other] = [await app.user(), await app.user()];
    const [email, proxy] = [await createRecord(owner, 'emails'), await createRecord(owner, 'proxies')];
    const foreign = await createRecord(other, 'proxies');
    const made = await owner.call<{ data: { workList: WorkList } }>('POST', '/work-lists', {
      name: 'Mailbox and more',
      area: 'emails',
      ids: [email.id],
      also: [
        { area: 'proxies', ids: [proxy.id, foreign.id] },
        { area: 'emails', ids: [email.id] },
      ],
    });
    assert.equal(made.status, 201, made.text);
    const { body } = await owner.call<{ data: { items: WorkItem[] } }>(
      'GET',
      `/work-lists/${made.body.data.workList.id}`,
    );
    assert.deepEqual(body.data.items.map(({ area, recordId, field }) => [area, recordId, field]).toSorted(), [
      ['emails', email.id, 'password'],
      ['emails', email.id, 'secureNote'],
      ['proxies', proxy.id, 'password'],
      ['proxies', proxy.id, 'secureNote'],
    ]);
    const kinds = Array.from({ length: 9 }, () => ({ area: 'emails', ids: [email.id] }));
    const refused = await owner.call('POST', '/work-lists', {
      name: 'x',
      area: 'emails',
      ids: [email.id],
      also: kinds,
    });
    assert.match(refused.text, /Maximum 8 kinds of records allowed/);
  });
});
