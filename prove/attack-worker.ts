import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sent } from './attacks.ts';

/** Sends an attacker's requests from a thread of its own, so that they do not delay the measurements. */
export interface AttackOrder {
  url: string;
  token: string | null;
  /** The connections are shared out among them, and each goes through an attack's requests. */
  attacks: readonly { requests: readonly Sent[] }[];
  /** In ms. */
  time: number;
}

const { url, token, attacks, time } = workerData as AttackOrder;
const connections = 32;
// Limits count by client; the measured requests come from another address.
const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: '127.0.0.2' });
const counts = new Map<number, number>();

const send = ({ method, path, body, headers: more }: Sent): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json', 'content-length': body.byteLength }),
    ...more,
  };
  const sent = request(`${url}/api${path}`, { agent, method, headers }, (response) => {
    response.resume().on('close', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', () => resolve(0)).end(body);
  return promise;
};

const until = performance.now() + time;
const loop = async (requests: readonly Sent[], start: number) => {
  for (let at = start; performance.now() < until; at += 1) {
    const next = requests[at % requests.length];
    if (!next) return;
    const status = await send(next);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
};
await Promise.all(
  Array.from({ length: connections }, (_, at) => {
    const { requests } = attacks[at % attacks.length] ?? { requests: [] };
    return loop(requests, Math.floor((at * requests.length) / connections));
  }),
);
agent.destroy();
parentPort?.postMessage(counts);
