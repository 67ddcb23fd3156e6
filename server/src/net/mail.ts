import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { isLoopback } from './loopback.ts';
import { MailFailure } from './mail-failure.ts';
import { openSocket } from './sockets.ts';

/**
 * What STARTTLS has to do: 'required': encrypt, with a certificate that is verified; 'opportunistic': encrypt where it is
 * offered, with any certificate; 'off': nothing.
 */
const tlsModes = ['required', 'opportunistic', 'off'] as const;

/** The mail server configured by the operator. */
export interface MailServer {
  host: string;
  port: number;
  /** Uses TLS from the start, with a certificate that is verified. */
  secure: boolean;
  tls: (typeof tlsModes)[number];
  login: { user: string; pass: string } | null;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Short enough for the mail behind one that is stuck to leave within a minute. */
const sendingMs = 45_000;

/** Reads the one parameter `?tls=`; undefined if there is another one or another value. */
function tlsOf({ protocol, search, searchParams }: URL, host: string): MailServer['tls'] | undefined {
  if (search === '') return isLoopback(host) && protocol === 'smtp:' ? 'opportunistic' : 'required';
  const asked = protocol === 'smtp:' && searchParams.size === 1 ? searchParams.get('tls') : null;
  return tlsModes.find((mode) => mode === asked);
}

/** Reads `smtp://user:password@host:port?tls=…` or `smtps://…`; null if the text is no such address. */
export function readMailServer(text: string): MailServer | null {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return null;
  if (url.hash !== '' || (url.username === '') !== (url.password === '')) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls = tlsOf(url, host);
  if (tls === undefined) return null;
  const secure = url.protocol === 'smtps:';
  try {
    const login = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
    return {
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      tls,
      login: url.username === '' ? null : login,
    };
  } catch {
    return null; // Malformed percent-encoding.
  }
}

/** A password goes over TLS, to this machine, or where the operator asked for no TLS. */
function tlsOptions({ host, secure, tls, login }: MailServer): SMTPTransportOptions {
  if (secure || tls === 'required') return { requireTLS: !secure };
  if (tls === 'off') return { ignoreTLS: true };
  return { requireTLS: login !== null && !isLoopback(host), tls: { rejectUnauthorized: false } };
}

/**
 * Sends a mail; resolves once the server has accepted it, and throws a MailFailure otherwise. The server may have any
 * address, since the operator chose it.
 */
export async function sendMail(
  server: MailServer,
  from: string,
  { to, subject, text }: Mail,
  deadlineMs = sendingMs,
): Promise<void> {
  const { host, port, secure, login } = server;
  const sockets = new AbortController();
  const timer = setTimeout(() => sockets.abort(), deadlineMs);
  const options: SMTPTransportOptions = {
    ...{ host, port, secure, ...tlsOptions(server), ...(login && { auth: login }) },
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
  } catch (error) {
    throw new MailFailure(error, to);
  } finally {
    clearTimeout(timer);
    transport.close();
    sockets.abort();
  }
}
