// On both engines: alerts are selected and sorted by expressions of each, and joined with messages in a statement of their own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';

const today = new Date().toISOString().slice(0, 10);
// It stays noon, so that no run passes midnight.
const noon = Date.parse(`${today}T12:00:00.000Z`);
mock.timers.enable({ apis: ['Date'], now: noon });

const app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'quartermaster@example.com' });
await app.user();
const day = (days: number): string => addDays(today, days);

async function channel(ownerId: string): Promise<string> {
  const id = randomUUID();
  const none = { lastSentAt: null, lastError: null, answers: '{}', userId: null, sealed: '', config: '{}' };
  const row = { ownerId, id, name: 'Chat', type: 'ntfy', isActive: 1, refusals: 0, waitUntil: 0 } as const;
  await app.db
    .insertInto('channels')
    .values({ ...row, ...none, createdAt: noon, updatedAt: noon })
    .execute();
  return id;
}
async function domain(client: Client, name: string, expirationDate: string, more: object = {}) {
  const body = { ...(await validBody(client, 'domains')), domain: name, tags: [], status: 'ACTIVE' };
  return createFrom(client, 'domains', { ...body, expirationDate, ...more });
}
const list = async (client: Client, query: string): Promise<ListedAlert[]> => {
  const answer = await client.call<{ data: { alerts: ListedAlert[] } }>('GET', `/alerts?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.alerts;
};
const names = async (client: Client, query: string) => (await list(client, query)).map(({ name }) => name);

test('alerts are sorted by every order, and selected by registrar and by who was told', async () => {
  const user = await app.user();
  const { id: ownerId } = await app.ownerOf(user);
  const [all, some] = [await channel(ownerId), await channel(ownerId)];
  await user.call('PUT', `/alert-rules/${ownerId}`, { channelIds: [all] });
  const own = { tag: { type: 'client', value: 'b' }, channelIds: [some] };
  const made = await user.call('POST', '/alert-rules', { name: 'Own', ...own });
  assert.equal(made.status, 201, made.text);
  const first = await domain(user, 'c.example', day(1));
  await domain(user, 'A.example', day(6));
  await domain(user, 'b.example', day(3), { tags: [{ type: 'client', value: 'b' }] });
  const server = await createRecord(user, 'servers');
  const date = { area: 'servers', recordId: server.id, what: 'server', date: day(2) };
  assert.equal((await user.call('POST', '/dates', date)).status, 201);
  await crossWorkspace(app.services, ownerId, new AbortController().signal);
  const web = server['name'] as string;
  const orders: [query: string, expected: string[]][] = [
    ['', ['c.example', web, 'b.example', 'a.example']],
    ['sortBy=urgency&sortOrder=desc', ['a.example', 'b.example', web, 'c.example']],
    ['sortBy=date&sortOrder=desc', ['a.example', 'b.example', web, 'c.example']],
  ];
  for (const [query, expected] of orders) assert.deepEqual(await names(user, query), expected, query);
  const byName = await names(user, 'sortBy=name');
  assert.deepEqual(byName.slice(0, 3), ['a.example', 'b.example', 'c.example']);
  assert.equal((await names(user, 'sortBy=what&sortOrder=desc'))[0], web);
  const [open] = await list(user, '');
  const acknowledge = { records: { ids: [open?.id] }, do: { action: 'acknowledge' } };
  await user.call('POST', '/alerts/bulk-actions', acknowledge);
  assert.equal((await names(user, 'sortBy=state'))[0], 'c.example');
  assert.equal((await list(user, 'sortBy=raisedAt')).length, 4);
  const account = (first['registratorAccount'] as { id: string }).id;
  assert.deepEqual(await names(user, `registratorAccountId=${account}`), ['c.example']);

  assert.deepEqual(await names(user, `told=${some}`), ['b.example']);
  assert.deepEqual(await names(user, `told=${all}`), ['c.example', web, 'a.example']);
  assert.deepEqual(await names(user, `told=${randomUUID()}`), []);
  const [toldOf] = await list(user, `told=${some}`);
  assert.ok(toldOf?.told?.some(({ channelId, name }) => channelId === some && name === 'Chat'));
  // A bulk action selects by the same filter.
  const filter = { told: some };
  const snooze = { action: 'snooze', until: day(5) };
  const acted = await user.call<{ data: { changed: number } }>('POST', '/alerts/bulk-actions', {
    records: { filter },
    do: snooze,
  });
  assert.equal(acted.body.data.changed, 1, acted.text);
  assert.equal((await user.call('GET', '/alerts?sortBy=size')).status, 400);

  await app.db
    .updateTable('alerts')
    .set({ renewal: 'unconfirmed' })
    .where('ownerId', '=', ownerId)
    .where('name', '=', 'a.example')
    .execute();
  assert.deepEqual(await names(user, 'unconfirmed=true'), ['a.example']);
  assert.deepEqual(await names(user, 'unconfirmed=false'), ['c.example', web, 'b.example']);

  const viewer = await scopedMember(app, user, 'VIEWER', { type: 'client', value: 'b' });
  const [seen, ...others] = await list(viewer, '');
  assert.deepEqual([seen?.name, seen?.told, others.length], ['b.example', null, 0]);
  assert.equal((await viewer.call('GET', `/alerts?told=${some}`)).status, 403);
});
