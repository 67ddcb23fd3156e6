import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';

interface Received {
  to: string[];
  text: string;
}

export interface Mailbox {
  /** The value for SMTP_URL. */
  url: string;
  received: Received[];
  /** Refuses further mail with this SMTP status; null accepts it again. */
  refuse: (status: number | null) => void;
  /** The mail to an address. */
  to: (address: string) => string[];
}

/** Decodes quoted-printable. */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** A real SMTP server on a free port of this machine, which keeps what it receives. */
export async function startMailbox({
  login,
}: { login?: { user: string; pass: string } } = {}): Promise<Mailbox> {
  const received: Received[] = [];
  let status: number | null = null;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) =>
      username === login?.user && password === login?.pass
        ? answer(null, { user: username })
        : answer(new Error('No such login')),
    onRcptTo: (_address, _session, answer) =>
      answer(status === null ? null : Object.assign(new Error('Refused'), { responseCode: status })),
    onData: (stream, { envelope }, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: decoded(Buffer.concat(chunks).toString()) });
        answer();
      });
    },
  });
  // Clients may disconnect at any time.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  const credentials = login ? `${login.user}:${encodeURIComponent(login.pass)}@` : '';
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    received,
    refuse: (next) => {
      status = next;
    },
    to: (address) => received.filter(({ to }) => to.includes(address)).map(({ text }) => text),
  };
}
