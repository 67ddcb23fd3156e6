import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';

interface Received {
  to: string[];
  text: string;
  /** Whether it arrived over TLS. */
  isEncrypted: boolean;
}

export interface Mailbox {
  /** The value for SMTP_URL. */
  url: string;
  received: Received[];
  /** Refuses further mail with this SMTP status and sentence; null accepts it again. */
  refuse: (status: number | null, sentence?: string) => void;
  /** Runs before a recipient is accepted; a rejection with a `responseCode` refuses it. */
  before: (address: string) => Promise<void>;
  /** The mail to an address. */
  to: (address: string) => string[];
}

/** Decodes quoted-printable. */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Refuses a recipient. */
export const refusalOf = (status: number, sentence = 'Refused') =>
  Object.assign(new Error(sentence), { responseCode: status });

const pem = (name: string) => readFileSync(new URL(`test-only-certificate/${name}.pem`, import.meta.url));

/**
 * A real SMTP server on a free port of this machine, which keeps what it receives; with `startTls` it offers STARTTLS with
 * a self-signed certificate.
 */
export async function startMailbox({
  login,
  startTls = false,
}: { login?: { user: string; pass: string }; startTls?: boolean } = {}): Promise<Mailbox> {
  const received: Received[] = [];
  let refusal: { status: number; sentence: string } | null = null;
  const server = new SMTPServer({
    ...(startTls && { key: pem('key'), cert: pem('certificate') }),
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) =>
      username === login?.user && password === login?.pass
        ? answer(null, { user: username })
        : answer(new Error('No such login')),
    onRcptTo: ({ address }, _session, answer) => {
      if (refusal) return answer(refusalOf(refusal.status, refusal.sentence));
      mailbox.before(address).then(() => answer(), answer);
    },
    onData: (stream, { envelope, secure }, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: decoded(Buffer.concat(chunks).toString()), isEncrypted: secure });
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
  const mailbox: Mailbox = {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    received,
    refuse: (status, sentence = 'Refused') => {
      refusal = status === null ? null : { status, sentence };
    },
    before: () => Promise.resolve(),
    to: (address) => received.filter(({ to }) => to.includes(address)).map(({ text }) => text),
  };
  return mailbox;
}
