// On both engines: who acted is grouped by a statement of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch } from '@quartermaster/contract/history/history.schema';
import { callerBy, makeToken } from './api-tokens.ts';
import { createRecord } from './records.ts';
import { scopedMember } from './scoped-member.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

interface Actors {
  actors: { userId: string; name: string | null; email: string; isMember: boolean }[];
  tokens: { id: string; name: string }[];
}

async function read<T>(path: string, client: Pick<Client, 'call'>, headers = {}): Promise<T> {
  const answer = await client.call<{ data: T }>('GET', path, undefined, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const actorsOf = (client: Pick<Client, 'call'>) => read<Actors>('/history/actors', client);

test('a history names who acted, also former members and tokens, and is filtered by them', async () => {
  const owner = await app.user();
  const { id: workspaceId } = await app.ownerOf(owner);
  const left = await scopedMember(app, owner, 'EDITOR');
  await createRecord(left, 'emails');
  await createRecord(owner, 'emails');
  const { token, value } = await makeToken(owner, { name: 'Nightly', permissions: ['read', 'write'] });
  const program = { ...owner, call: callerBy(app.call, value) };
  const { id: recordId } = await createRecord(program, 'emails');
  await app.db.updateTable('users').set({ name: 'Ann' }).where('id', '=', owner.userId).execute();
  app.services.sessions.forget();
  await owner.call('PUT', `/emails/${recordId}`, { comment: 'Under a name' });
  await app.db
    .deleteFrom('memberships')
    .where('userId', '=', left.userId)
    .where('workspaceId', '=', workspaceId)
    .execute();
  app.services.sessions.forget();

  const known = [
    { userId: owner.userId, name: 'Ann', email: owner.email, isMember: true },
    { userId: left.userId, name: null, email: left.email, isMember: false },
  ];
  assert.deepEqual(await actorsOf(owner), { actors: known, tokens: [{ id: token.id, name: 'Nightly' }] });
  await owner.call('DELETE', `/tokens/${token.id}`);
  assert.deepEqual(
    (await actorsOf(owner)).tokens,
    [{ id: token.id, name: 'Nightly' }],
    'a token that is gone',
  );

  const labels = async (query: string) =>
    (await read<{ batches: Batch[] }>(`/history?${query}`, owner)).batches.map(({ token: by, actor }) => [
      by?.name ?? null,
      actor?.userId,
    ]);
  assert.deepEqual(await labels(`tokenId=${token.id}`), [['Nightly', owner.userId]]);
  assert.deepEqual(await labels(`actorId=${left.userId}`), [[null, left.userId]]);
  assert.deepEqual(await labels(`tokenId=${token.id}&actorId=${left.userId}`), []);
  assert.deepEqual(await labels('tokenId=unknown'), []);

  const stranger = await app.user();
  assert.deepEqual(await actorsOf(stranger), { actors: [], tokens: [] });
  const editor = await scopedMember(app, owner, 'EDITOR');
  assert.equal((await editor.call('GET', '/history/actors')).status, 403);
});
