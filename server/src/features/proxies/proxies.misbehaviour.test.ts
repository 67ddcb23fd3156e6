import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import { login, startRaw } from '../../../test/proxies.ts';
import { testProxy } from './proxies.connection.ts';

/** Tests a proxy that handles each connection as given; returns the result once every socket is closed. */
async function against(
  type: ProxyType,
  testUrl: string,
  behave: (socket: Socket) => void,
  deadlineMs = 5000,
): Promise<string> {
  const { ip, port, closed } = await startRaw(behave);
  const asked = { ip, port, type, testUrl, ...login };
  const { success, error, data } = await testProxy(asked, { allowPrivate: true, deadlineMs });
  assert.deepEqual([success, data], [false, null]);
  assert.ok(error !== null && !error.includes(login.password));
  await closed();
  return error;
}

const plain = 'http://target.test/';
const secure = 'https://target.test/';
const cases = [
  ['HTTP', plain],
  ['HTTP', secure],
  ['HTTPS', plain],
  ['HTTPS', secure],
  ['SOCKS5', plain],
  ['SOCKS5', secure],
] as const;

/** Answers the n-th chunk with the n-th of these, then stays silent. */
const answering =
  (...answers: (string | number[])[]) =>
  (socket: Socket): void => {
    const left = [...answers];
    socket.on('data', () => {
      const next = left.shift();
      if (next !== undefined) socket.write(typeof next === 'string' ? next : Buffer.from(next));
    });
  };
/** Begins normally, then sends one byte at a time, so that the socket is never idle for long. */
const trickling = (start: string | number[], byte: string) => (socket: Socket) => {
  socket.write(typeof start === 'string' ? start : Buffer.from(start));
  const timer = setInterval(() => socket.write(byte), 10);
  socket.on('close', () => clearInterval(timer));
};

const established = 'HTTP/1.1 200 Connection established\r\n\r\n';
const stalls: Record<string, [ProxyType, string, (socket: Socket) => void][]> = {
  'is silent from the start': cases.map(([type, url]) => [type, url, () => undefined]),
  'trickles an endless header': [
    ['HTTP', plain, trickling('HTTP/1.1 200 OK\r\nx: ', 'x')],
    ['HTTP', secure, trickling('HTTP/1.1 200 OK\r\nx: ', 'x')],
  ],
  'trickles a TLS record': [
    ['HTTPS', plain, trickling([22, 3, 3, 64, 0], '\x02')],
    ['HTTPS', secure, trickling([22, 3, 3, 64, 0], '\x02')],
  ],
  'trickles a body': [['HTTP', plain, trickling('HTTP/1.1 200 OK\r\n\r\n', 'x')]],
  'is silent once the tunnel stands': [
    ['HTTP', secure, answering(established)],
    ['SOCKS5', plain, answering([5, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['SOCKS5', secure, answering([5, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])],
  ],
  'stops in the midst of SOCKS5': [
    ['SOCKS5', plain, answering([5])],
    ['SOCKS5', plain, answering([5, 2])],
    ['SOCKS5', plain, answering([5, 2], [1])],
    ['SOCKS5', plain, answering([5, 2], [1, 0], [5, 0])],
    ['SOCKS5', plain, answering([5, 2], [1, 0], [5, 0, 0, 3, 200, 65])],
  ],
};
for (const [what, list] of Object.entries(stalls))
  test(`a proxy that ${what} is dropped at the deadline`, async () => {
    await Promise.all(
      list.map(async ([type, url, behave]) => {
        const began = performance.now();
        assert.equal(await against(type, url, behave, 150), 'Timed out after 0.15 seconds');
        assert.ok(performance.now() - began < 3000, 'late');
      }),
    );
  });

test('garbage is reported as such', async () => {
  const garbage = answering('\x00garbage\r\n\r\n');
  const expected: Record<ProxyType, RegExp> = {
    HTTP: /^The proxy answered something that is not HTTP$/,
    HTTPS: /^TLS error: The proxy can't be trusted or does not speak TLS \(/,
    SOCKS5: /^The proxy answered something that is not SOCKS5$/,
  };
  for (const [type, url] of cases) assert.match(await against(type, url, garbage), expected[type]);
  const reply = answering([5, 0], [5, 0, 0, 9]);
  assert.match(await against('SOCKS5', plain, reply), expected.SOCKS5);
  const method = answering([5, 7]);
  assert.match(await against('SOCKS5', plain, method), expected.SOCKS5);
  const noTls = answering(established, 'garbage');
  assert.match(await against('HTTP', secure, noTls), /^TLS error: The test URL /);
});

test('a proxy that closes at once, or midway, is reported as such', async () => {
  for (const [type, url] of cases) {
    assert.match(await against(type, url, (socket) => socket.destroy()), /closed the connection/);
    const midway = (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy());
    assert.match(await against(type, url, midway), /closed the connection/);
  }
  const cutShort = (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf');
  assert.match(await against('HTTP', plain, cutShort), /closed the connection/);
  const greeted = (socket: Socket) => void socket.end(Buffer.from([5]));
  assert.match(await against('SOCKS5', plain, greeted), /closed the connection/);
});

test('endless headers and informational responses are cut off', async () => {
  const flood = (start: string, more: string) => (socket: Socket) => {
    socket.write(start);
    const pour = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('drain', pour);
    pour();
  };
  const headers = flood('HTTP/1.1 200 OK\r\n', `x: ${'x'.repeat(1000)}\r\n`);
  const announcements = flood('', 'HTTP/1.1 103 Early Hints\r\n\r\n');
  for (const url of [plain, secure]) assert.match(await against('HTTP', url, headers), /not HTTP$/);
  assert.match(await against('HTTP', plain, announcements), /closed the connection$/);
});

test('what a proxy says is never repeated, so that it cannot hand back the password', async () => {
  const said = `${login.password} ${login.password}`;
  for (const url of [plain, secure]) {
    const status = answering(`HTTP/1.1 418 ${said}\r\nx: ${said}\r\n\r\n${said}`);
    assert.match(await against('HTTP', url, status), / answered 418 I'm a Teapot$/);
    const unknown = answering(`HTTP/1.1 799 ${said}\r\n\r\n`);
    assert.match(await against('HTTP', url, unknown), / answered 799$/);
    assert.doesNotMatch(await against('HTTP', url, answering(`${said}\r\n\r\n`)), /ss w/);
  }
});

test('every SOCKS5 reply has its own message', async () => {
  const refusal = (code: number) => against('SOCKS5', plain, answering([5, 0], [5, code, 0, 1]));
  assert.match(await refusal(2), /does not allow/);
  assert.match(await refusal(4), /DNS/);
  assert.match(await refusal(5), /refused the connection/);
  assert.match(await refusal(99), /\(99\)$/);
  const noMethod = await against('SOCKS5', plain, answering([5, 255]));
  assert.equal(noMethod, 'Authentication failed: the proxy takes no username and password');
});
