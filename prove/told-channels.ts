import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Message, messageOf } from './alert-model.ts';
import type { Context } from './context.ts';

/** How a channel is: it takes everything, refuses now and then, or is down for days. */
export const channelNames = ['steady', 'shaky', 'down'] as const;
type ChannelName = (typeof channelNames)[number];

interface Sent {
  type: string;
  data: { alert: { kind: string; name: string; date: string; distance: number } };
}

/** What one channel took. */
interface Taken {
  /** The keys under which each message was taken. */
  keys: Map<Message, Set<string>>;
  /** How many kills there had been when a key was taken last. */
  killsAt: Map<string, number>;
}

/** The receivers of messages: a server that counts what it has taken, and notes what it must not get. */
export class ToldChannels {
  readonly faults: string[] = [];
  readonly #taken = new Map<string, Taken>();
  readonly #open = new Set<string>();
  readonly #random: Context['random'];
  isDown = false;
  isAllWell = false;
  kills = 0;
  attempts = 0;
  repeated = 0;

  constructor({ random }: Context) {
    this.#random = random;
  }

  #of(name: ChannelName): Taken {
    const found = this.#taken.get(name) ?? { keys: new Map(), killsAt: new Map() };
    this.#taken.set(name, found);
    return found;
  }

  /** Starts the server; returns its URL. */
  async listen({ defer }: Context): Promise<string> {
    const server = createServer((request, response) => void this.#receive(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    defer(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = request.url?.slice(1) as ChannelName;
    const key = `${name} ${String(request.headers['webhook-id'])}`;
    if (this.#open.has(key)) this.faults.push(`${key} is being sent twice at once`);
    this.#open.add(key);
    response.on('close', () => this.#open.delete(key));
    const { type, data } = JSON.parse(await text(request)) as Sent;
    this.attempts += 1;
    const mishap = this.#random();
    if (this.isAllWell || name === 'steady') this.#take(name, key, type, data, response);
    else if (name === 'down' ? this.isDown : mishap < 0.25) {
      if (mishap < 0.01) return; // It hangs.
      if (mishap < 0.1) request.socket.destroy();
      else response.writeHead(503).end();
    } else this.#take(name, key, type, data, response);
  }

  #take(
    name: ChannelName,
    key: string,
    type: string,
    { alert }: Sent['data'],
    response: ServerResponse,
  ): void {
    response.writeHead(204).end();
    if (alert.kind !== 'expiry') return;
    if (type !== 'alert.crossed') this.faults.push(`${name} was sent ${type}`);
    const { keys, killsAt } = this.#of(name);
    const message = messageOf(alert.name, alert.date, alert.distance);
    const before = killsAt.get(key);
    if (before === this.kills)
      this.faults.push(`${name} was sent ${message} twice under one key without a crash`);
    if (before !== undefined) this.repeated += 1;
    killsAt.set(key, this.kills);
    keys.set(message, (keys.get(message) ?? new Set<string>()).add(key));
  }

  /** What is wrong with what the channels took. */
  compare(demanded: ReadonlySet<Message>, excused: ReadonlySet<Message>): string[] {
    return channelNames.flatMap((name) => {
      const { keys } = this.#of(name);
      const lost = [...demanded].filter((message) => !keys.has(message) && !excused.has(message));
      return [
        ...lost.map((message) => `${name} was never told: ${message}`),
        ...this.unwanted(name, demanded),
        ...[...keys].flatMap(([message, { size }]) =>
          size > 1 ? [`${name}, ${size} messages: ${message}`] : [],
        ),
      ];
    });
  }

  unwanted(name: ChannelName, demanded: ReadonlySet<Message>): string[] {
    const messages = [...this.#of(name).keys.keys()];
    return messages
      .filter((message) => !demanded.has(message))
      .map((message) => `${name} was told: ${message}`);
  }

  has(name: ChannelName, message: Message): boolean {
    return this.#of(name).keys.has(message);
  }
}
