import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { isLoopback } from '../lib/loopback.ts';
import type { MailServer } from '../lib/mail-server.ts';
import { MailFailure } from './mail-failure.ts';
import { openSocket } from './sockets.ts';

export interface Mail {
  /** An address or several, all of which see one another. */
  to: string | readonly string[];
  subject: string;
  text: string;
  /** The same for every attempt, so that who gets a mail twice can tell; by default a new one. */
  messageId?: string;
}

/** Short enough for the mail behind one that is stuck to leave within a minute. */
const sendingMs = 45_000;

const noAnswer = () =>
  Object.assign(new Error('The mail server did not answer in time'), { code: 'ETIMEDOUT' });

/** A password goes over TLS, to this machine, or where the operator asked for no TLS. */
function tlsOptions({ host, secure, tls, login }: MailServer): SMTPTransportOptions {
  if (secure || tls === 'required') return { requireTLS: !secure };
  if (tls === 'off') return { ignoreTLS: true };
  return { requireTLS: login !== null && !isLoopback(host), tls: { rejectUnauthorized: false } };
}

/**
 * Sends a mail; resolves once the server has accepted it, for at least one address, and throws a MailFailure otherwise.
 * The server may have any address, since the operator chose it.
 */
export async function sendMail(
  server: MailServer,
  from: string,
  { to, subject, text, messageId }: Mail,
  deadlineMs = sendingMs,
): Promise<{ refused: number }> {
  const addresses = typeof to === 'string' ? [to] : to;
  const { host, port, secure, login } = server;
  const sockets = new AbortController();
  const timer = setTimeout(() => sockets.abort(), deadlineMs);
  const options: SMTPTransportOptions = {
    host,
    port,
    secure,
    ...tlsOptions(server),
    ...(login && { auth: login }),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    getSocket: (_options, answer) => {
      openSocket('the mail server', { host, port }, { allows: () => true, signal: sockets.signal }).then(
        (connection) => answer(null, { connection }),
        (error: unknown) => answer(error as Error),
      );
    },
  };
  // Loaded on demand: many installations send no mail, and it takes much memory.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(options);
  try {
    const headers = { 'auto-submitted': 'auto-generated' };
    const sent = await transport.sendMail({
      from,
      to: addresses.map((address) => ({ name: '', address })),
      subject,
      text,
      headers,
      ...(messageId !== undefined && { messageId }),
    });
    return { refused: sent.rejected.length };
  } catch (error) {
    throw new MailFailure(sockets.signal.aborted ? noAnswer() : error, addresses);
  } finally {
    clearTimeout(timer);
    transport.close();
    sockets.abort();
  }
}
