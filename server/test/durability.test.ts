import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { callServer, registerAt, startServer } from './server-process.ts';
import { newStore } from './test-app.ts';

/** The proof `kill` does more. */
const kills = 8;

interface Emails {
  data: { emailAccounts: { email: string }[] };
}

describe('durability', () => {
  test(`no acknowledged row is lost in ${kills} kills`, async (t) => {
    const store = await newStore();
    let server = await startServer(store);
    after(() => server.stop('SIGKILL'));
    const token = await registerAt(server.url, 'op@example.com');
    const acknowledged = new Set<string>();
    for (let round = 0; round < kills; round += 1) {
      const killAfter = randomInt(5, 40);
      let answered = 0;
      const write = async (writer: number) => {
        for (let count = 0; ; count += 1) {
          const email = `box-${round}-${writer}-${count}@example.com`;
          const { status } = await callServer(server.url, 'POST', '/emails', token, { email, password: 'x' });
          assert.equal(status, 201);
          acknowledged.add(email);
          answered += 1;
          if (answered === killAfter) server.child.kill('SIGKILL');
        }
      };
      // A writer stops when its connection breaks.
      await Promise.allSettled([0, 1, 2, 3].map(write));
      await server.stop('SIGKILL');
      server = await startServer(store);
      const { body } = await callServer<Emails>(server.url, 'GET', '/emails', token);
      const stored = new Set(body.data.emailAccounts.map(({ email }) => email));
      assert.deepEqual(
        [...acknowledged].filter((email) => !stored.has(email)),
        [],
        `lost in round ${round}`,
      );
    }
    t.diagnostic(`${acknowledged.size} acknowledged rows, 0 lost`);
  });

  test('two processes on the same data write correctly', async () => {
    const store = await newStore();
    const servers = await Promise.all([startServer(store), startServer(store)]);
    after(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))));
    const token = await registerAt(servers[0].url, 'op@example.com');
    const writes = Array.from({ length: 60 }, (_, index) => {
      const { url } = servers[index % 2] ?? servers[0];
      return callServer(url, 'POST', '/emails', token, {
        email: `box-${index}@example.com`,
        password: 'secret',
      });
    });
    for (const { status } of await Promise.all(writes)) assert.equal(status, 201);
    for (const { url } of servers) {
      const { body } = await callServer<Emails>(url, 'GET', '/emails', token);
      assert.equal(body.data.emailAccounts.length, 60);
    }
  });

  test('a stop answers requests in flight and exits with 0', async () => {
    const server = await startServer(await newStore());
    const token = await registerAt(server.url, 'op@example.com');
    const writes = Array.from({ length: 50 }, (_, index) =>
      callServer(server.url, 'POST', '/emails', token, { email: `box-${index}@example.com`, password: 'x' }),
    );
    const first = await Promise.race(writes);
    assert.equal(first.status, 201);
    const ended = server.stop('SIGTERM');
    const answers = await Promise.allSettled(writes);
    assert.equal(await ended, 0);
    for (const answer of answers) if (answer.status === 'fulfilled') assert.equal(answer.value.status, 201);
  });
});
