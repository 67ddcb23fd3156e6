import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Context } from './context.ts';

const types: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 };
const headerBytes = 12;

/** The name in the question of a message, and where that ends. */
function question(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

const bytesOf = (address: string): Buffer =>
  isIPv6(address)
    ? Buffer.concat([Buffer.alloc(15), Buffer.from([1])]) // ::1, the only one that is used.
    : Buffer.from(address.split('.').map(Number));

/** A record about the name in the question (a pointer to it), not to be kept. */
function record(type: number, address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(12);
  for (const [at, value] of [0xc00c, type, 1, 0, 0, data.length].entries()) head.writeUInt16BE(value, at * 2);
  return Buffer.concat([head, data]);
}

/** A DNS server on this machine that answers as told, each time anew; returns its address and port. */
export async function startNameServer(
  { defer }: Context,
  addressesOf: (name: string, family: 4 | 6) => readonly string[],
): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = question(message);
    const family = types[type];
    const answers = family === undefined ? [] : addressesOf(name, family).map((each) => record(type, each));
    const header = Buffer.from(message.subarray(0, headerBytes));
    header.writeUInt16BE(0x8180, 2); // an answer without an error
    for (const [at, count] of [1, answers.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + at * 2);
    socket.send(
      Buffer.concat([header, message.subarray(headerBytes, end), ...answers]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  defer(async () => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}
