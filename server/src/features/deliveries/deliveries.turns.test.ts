// On both engines: whose turn it is, is found by a statement.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { jobs } from '../../app.ts';
import { sendKind } from '../../deliveries/queue.ts';
import { jobRun } from '../../../test/job-run.ts';
import { startRecordingServer } from '../../../test/recording-server.ts';
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
