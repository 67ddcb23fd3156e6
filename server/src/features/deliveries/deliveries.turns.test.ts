// On both engines: whose turn it is, is found by a statement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { crossWorkspace } from '../../alerts/crossing.ts';
import { jobs } from '../../app.ts';
import { dropUnsent } from '../../deliveries/dropping.ts';
import { insertDeliveries, sendKind } from '../../deliveries/queue.ts';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { jobRun } from '../../../test/job-run.ts';
import { startRecordingServer } from '../../../test/recording-server.ts';
import { send } from '../../../test/send-due.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { alertOf, deliveriesOf, tell } from '../../../test/told.ts';

const [app, receiver] = [await startApp({ EGRESS_ALLOW: '127.0.0.0/8' }), await startRecordingServer()];
const channelsAtOnce = 40;

/** A server that is slow in each of these ways, by path; counts its requests by channel. */
async function startSlowServer() {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const { url = '' } = request;
    requests.set(url, (requests.get(url) ?? 0) + 1);
    request.resume();
    if (url.startsWith('/late')) setTimeout(() => response.writeHead(500).end(), 9000);
    if (!url.startsWith('/trickled')) return;
    response.writeHead(500);
    const trickle = setInterval(() => response.write('.'), 200);
    response.on('close', () => clearInterval(trickle));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function webhookOf(client: Client, url: string): Promise<string> {
  const body = { name: 'Ops', type: 'webhook', config: { url } };
  const answer = await client.call<{ data: { channel: Channel } }>('POST', '/channels', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.channel.id;
}

describe('a workspace whose channels are slow', () => {
  for (const way of ['hung', 'trickled', 'late'])
    test(`by answers that are ${way} does not delay the message of another`, async () => {
      const slow = await startSlowServer();
      const [user, other] = [await app.user(), await app.user()];
      const [{ id: ownerId }, { id: otherId }] = [await app.ownerOf(user), await app.ownerOf(other)];
      const channelIds: string[] = [];
      for (let n = 0; n < channelsAtOnce; n += 1)
        channelIds.push(await webhookOf(user, `${slow.url}/${way}/${n}`));
      await tell(app.db, ownerId, [alertOf(), alertOf(), alertOf()], { channelIds });
      const stop = new AbortController();
      const job = jobs(app.services).find(({ kind }) => kind === sendKind);
      const running = job?.run({ ...jobRun(), signal: stop.signal });
      const began = Date.now();
      while (slow.requests.size === 0)
        assert.ok(Date.now() - began < 8000, await (await other.call('GET', '/channels')).text);
      const path = `/quick-${way}`;
      const quick = await webhookOf(other, receiver.url + path);
      await tell(app.db, otherId, [alertOf(), alertOf()], { channelIds: [quick] });
      while (receiver.at(path).length < 2) {
        assert.ok(Date.now() - began < 8000, 'another workspace waits');
        await deliveriesOf(other);
      }
      stop.abort();
      await assert.rejects(Promise.resolve(running), { name: 'AbortError' });
      assert.ok(
        [...slow.requests.values()].every((tries) => tries === 1),
        'a channel is tried once',
      );
      const refused = (await deliveriesOf(user)).filter(({ attempts }) => attempts.length > 0);
      assert.equal(refused.length, slow.requests.size);
    });
});

describe('very many messages for programs', () => {
  test('are written in steps, no more ahead than are sent, and an alert tells of it', async () => {
    const [user, other] = [await app.user(), await app.user()];
    const { id: ownerId } = await app.ownerOf(user);
    const channelIds: string[] = [];
    for (let n = 0; n < limits.ruleChannels; n += 1)
      channelIds.push(await webhookOf(user, `${receiver.url}/many/${n}`));
    const off = app.db.updateTable('channels').where('ownerId', '=', ownerId);
    await off.set({ isActive: 0 }).execute();
    const alerts = Array.from({ length: 300 }, (_, n) => alertOf({ name: `${n}.example` }));
    await tell(app.db, ownerId, alerts, { channelIds });
    const rows = await app.db.selectFrom('deliveries').select('id').where('ownerId', '=', ownerId).execute();
    assert.equal(rows.length, alerts.length);
    assert.deepEqual(await deliveriesOf(user), []);
    let isOver = false;
    const sending = send(app).finally(() => (isOver = true));
    let slowest = 0;
    while (!isOver) {
      const began = performance.now();
      await other.call('PUT', '/alert-settings', { quietFrom: null });
      slowest = Math.max(slowest, performance.now() - began);
    }
    await sending;
    assert.ok(slowest < 3000, `another's write waited ${Math.round(slowest)} ms`);
    const written = (query = '') =>
      user.call<{ data: { pagination: { total: number } } }>('GET', `/deliveries?limit=1${query}`);
    assert.equal((await written()).body.data.pagination.total, serverLimits.waitingMessages / 2);
    const [first] = await deliveriesOf(user);
    assert.equal((await written(`&alertId=${first?.alertId}`)).body.data.pagination.total, channelIds.length);
    await crossWorkspace(app.services, ownerId, new AbortController().signal);
    const open = await user.call<{ data: { alerts: { kind: string }[] } }>('GET', '/alerts');
    assert.deepEqual(
      open.body.data.alerts.map(({ kind }) => kind),
      ['messages-waiting'],
    );
    // What is over is not written any more, nor sent.
    await app.db.transaction().execute((tx) =>
      dropUnsent(
        tx,
        ownerId,
        alerts.map(({ id }) => id),
      ),
    );
    await off.set({ isActive: 1 }).execute();
    await send(app);
    assert.deepEqual(receiver.at('/many/'), []);
  });

  test('beyond what may wait are left out', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const channelId = await webhookOf(user, `${receiver.url}/full`);
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    const [row] = await app.db.selectFrom('deliveries').selectAll().where('ownerId', '=', ownerId).execute();
    assert.ok(row);
    const copies = Array.from({ length: serverLimits.waitingMessages - 3 }, () => ({
      ...row,
      id: randomUUID(),
    }));
    await app.db.transaction().execute((tx) => insertDeliveries(tx, copies));
    await tell(
      app.db,
      ownerId,
      Array.from({ length: 5 }, () => alertOf()),
      { channelIds: [channelId] },
    );
    const all = await app.db.selectFrom('deliveries').select('id').where('ownerId', '=', ownerId).execute();
    assert.equal(all.length, serverLimits.waitingMessages);
    await tell(app.db, ownerId, [alertOf()], { userIds: [user.userId] });
    assert.equal((await deliveriesOf(user))[0]?.userId, user.userId, 'people are told');
  });
});
