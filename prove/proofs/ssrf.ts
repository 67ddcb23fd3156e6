import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Trial } from '../trial.ts';

/** This machine's own addresses, in every spelling that some program or library reads as one. */
const own = [
  ...[
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST',
    'localhost.',
  ],
  ...[
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.000.000.001',
    ' 127.0.0.1 ',
  ],
  ...[
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
    '0:0:0:0:0:0:0:0',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    '[::1]',
    '::1%lo',
    '::1%1',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '0:0:0:0:0:FFFF:7F00:0001',
    '::127.0.0.1',
    '0:0:0:0:0:0:7f00:1',
  ],
  ...[
    '64:ff9b:0:0:0:0:7f00:1',
    '2002:7f00:1:0:0:0:0:1',
    '１２７.0.0.1',
    '127。0。0。1',
    '127.0.0.1\0',
    '127.0.0.1#@8.8.8.8',
  ],
  ...[
    '8.8.8.8@127.0.0.1',
    'http://127.0.0.1',
    '127.0.0.1/',
    '127.0.0.1:80',
    'localtest.me',
    '%31%32%37.0.0.1',
  ],
];
/** Other networks that an operator's server can reach and an outsider must not. */
const inner = [
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    '192.168.1.254',
    '169.254.169.254',
    '100.64.0.1',
  ],
  ...[
    '224.0.0.1',
    '255.255.255.255',
    'fe80:0:0:0:0:0:0:1',
    'fc00:0:0:0:0:0:0:1',
    'fd00:ec2:0:0:0:0:0:254',
    'ff02:0:0:0:0:0:0:1',
  ],
  ...[
    '0:0:0:0:0:ffff:a00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '64:ff9b:0:0:0:0:a9fe:a9fe',
    '2002:a9fe:a9fe:0:0:0:0:1',
  ],
];

/** A listener on every address of this machine that counts who connects. */
async function listener(trial: Trial) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  // One for both families where the system has IPv6.
  server.listen(0, '::').once('error', () => server.listen(0, '0.0.0.0'));
  await once(server, 'listening');
  trial.later(async () => server.close());
  return { port: (server.address() as AddressInfo).port, count: () => connections };
}

type TestResult = { success: boolean; error: string };

async function attempt(trial: Trial, engine: Trial['engines'][number]): Promise<number> {
  const server = await trial.start(await trial.store(engine));
  const operator = await registerOperator(server.url, 'op@example.com');
  const { port, count } = await listener(trial);
  const target = `http://127.0.0.1:${port}/`;
  let spellings = 0;
  for (const ip of [...own, ...inner])
    for (const type of ['HTTP', 'HTTPS', 'SOCKS5']) {
      const began = performance.now();
      const body = { name: 'x', ip, port, username: 'x', password: 'x', type, testUrl: target };
      const answer = await operator.call<TestResult>('POST', '/proxies/test', body);
      if (answer.status === 200) assert.equal(answer.body.success, false, `${ip} as ${type}: ${answer.text}`);
      else assert.equal(answer.status, 400, `${ip} as ${type}: ${answer.text}`);
      assert.equal(count(), 0, `${ip} as ${type} was connected to`);
      // What can't be listened to here is told by the time: a refusal needs none, an attempt does.
      const took = performance.now() - began;
      assert.ok(took < 4000, `${ip} as ${type} took ${took.toFixed(0)} ms: it was tried`);
      spellings += 1;
    }
  return spellings;
}

export const ssrf: Proof = {
  name: 'ssrf',
  promise: 'The proxy test reaches no loopback, private, link-local or otherwise refused network.',
  seconds: 60,
  quick: true,
  run: async (trial) => {
    let tried = 0;
    for (const engine of trial.engines.slice(0, 1)) tried += await attempt(trial, engine);
    return `${own.length + inner.length} spellings in ${tried} tests, 0 connections`;
  },
};
