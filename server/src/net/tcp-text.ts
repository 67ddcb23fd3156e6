import type { Allows } from '../lib/allowed-addresses.ts';
import { withinDeadline } from './deadline.ts';
import type { Egress } from './egress.ts';
import { RequestFailure, during } from './failures.ts';
import { readBody } from './http-request.ts';

interface Asked {
  host: string;
  port: number;
  text: string;
  deadlineMs: number;
  maxBytes: number;
  /** For a host that the operator named. */
  allows?: Allows;
}

/** Sends a text over TCP, and returns what the other side sends until it closes the connection, as WHOIS does. */
export const askByTcp = (
  { openTcp }: Pick<Egress, 'openTcp'>,
  { host, port, text, deadlineMs, maxBytes, allows }: Asked,
): Promise<string> =>
  withinDeadline(deadlineMs, async (signal) => {
    const socket = await openTcp({ host, port }, { signal, ...(allows && { allows }) });
    socket.write(text);
    const { body, truncated } = await during(host, readBody(socket, maxBytes));
    if (truncated) throw new RequestFailure(`${host} answered more than ${maxBytes} bytes`);
    return body.toString();
  });
