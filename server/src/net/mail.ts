import { isIP } from 'node:net';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { openSocket } from './sockets.ts';

/** The mail server configured by the operator. */
export interface MailServer {
  host: string;
  port: number;
  /** Uses TLS from the start; otherwise STARTTLS if the server offers it. */
  secure: boolean;
  login: { user: string; pass: string } | null;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const deadlineMs = 60_000;
const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Reads `smtp://user:password@host:port` or `smtps://…`; null if the text is no such address. */
export function readMailServer(text: string): MailServer | null {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return null;
  if (url.search !== '' || url.hash !== '' || (url.username === '') !== (url.password === '')) return null;
  const secure = url.protocol === 'smtps:';
  try {
    const login = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      login: url.username === '' ? null : login,
    };
  } catch {
    return null; // Malformed percent-encoding.
  }
}

/**
 * Sends a mail; resolves once the server has accepted it. The server may have any address, since the operator chose it.
 * Its password is sent only over TLS or to this machine.
 */
export async function sendMail(
  { host, port, secure, login }: MailServer,
  from: string,
  { to, subject, text }: Mail,
): Promise<void> {
  const sockets = new AbortController();
  const timer = setTimeout(() => sockets.abort(), deadlineMs);
  const options: SMTPTransportOptions = {
    ...{ host, port, secure, requireTLS: login !== null && !isLocal(host), ...(login && { auth: login }) },
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...{ connectionTimeout: deadlineMs, greetingTimeout: deadlineMs, socketTimeout: deadlineMs },
    getSocket: (_options, answer) => {
      openSocket('the mail server', { host, port }, { allowPrivate: true, signal: sockets.signal }).then(
        (connection) => answer(null, { connection }),
        (error: unknown) => answer(error as Error),
      );
    },
  };
  // Loaded on demand: it takes 24 MB.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(options);
  try {
    const headers = { 'auto-submitted': 'auto-generated' };
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers });
  } finally {
    clearTimeout(timer);
    transport.close();
    sockets.abort();
  }
}
