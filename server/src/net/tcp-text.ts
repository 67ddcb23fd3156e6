import { withinDeadline } from './deadline.ts';
import type { Egress } from './egress.ts';
import { RequestFailure, during } from './failures.ts';
import { readBody } from './http-request.ts';
import { openSocket } from './sockets.ts';

interface Asked {
  host: string;
  port: number;
  text: string;
  deadlineMs: number;
  maxBytes: number;
  signal: AbortSignal;
  /** Whether the operator named the host: then it may be anywhere, and the system resolves its name. */
  isOperators: boolean;
}

/** Sends a text over TCP, and returns what the other side sends until it closes the connection, as WHOIS does. */
export const askByTcp = (
  { openTcp }: Pick<Egress, 'openTcp'>,
  { host, port, text, deadlineMs, maxBytes, signal: told, isOperators }: Asked,
): Promise<Buffer> =>
  withinDeadline(
    deadlineMs,
    async (signal) => {
      const to = { host, port };
      const socket = await (isOperators
        ? openSocket(host, to, { signal, allows: () => true })
        : openTcp(to, { signal }));
      socket.write(text);
      const { body, truncated } = await during(host, readBody(socket, maxBytes));
      if (truncated) throw new RequestFailure(`${host} answered more than ${maxBytes} bytes`);
      return body;
    },
    told,
  );
