import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { after } from 'node:test';

export interface Gate {
  /** The address through the gate. */
  url: string;
  /** Lets everything through. */
  open: () => Promise<void>;
  /** Cuts connections and refuses new ones, like a stopped database. */
  shut: () => void;
  /** Cuts the connection over which the next request with this text comes, before or after passing it on. */
  cutAt: (text: string, when: 'before' | 'after') => void;
  /** Keeps and accepts connections but forwards nothing, like a database that hangs. */
  hang: () => void;
}

/** A TCP proxy in front of a server, so that a test can interrupt the connection. */
export async function gateBefore(url: string): Promise<Gate> {
  const { hostname, port: behind } = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let hanging = false;
  let cutting: { text: string; when: 'before' | 'after' } | null = null;
  const server = createServer((near) => {
    const far = connect(Number(behind || 5432), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => from.destroy()).on('close', () => into.destroy());
      from.on('data', (data) => {
        if (from !== near || !cutting || !data.includes(cutting.text)) return void into.write(data);
        const { when } = cutting;
        cutting = null;
        if (when === 'before') near.destroy();
        else {
          far.pause(); // No answer comes back.
          into.write(data, () => near.destroy());
        }
      });
      if (hanging) from.pause();
    }
    near.on('close', () => pairs.delete(pair));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = () => pairs.forEach(([near]) => near.destroy());
  after(() => {
    server.close();
    cut();
  });
  const gated = new URL(url);
  gated.hostname = '127.0.0.1';
  gated.port = String(port);
  return {
    url: gated.href,
    open: async () => {
      hanging = false;
      pairs.forEach((pair) => pair.forEach((socket) => socket.resume()));
      if (!server.listening) await listen(port);
    },
    shut: () => {
      server.close();
      cut();
    },
    cutAt: (text, when) => (cutting = { text, when }),
    hang: () => {
      hanging = true;
      pairs.forEach((pair) => pair.forEach((socket) => socket.pause()));
    },
  };
}
