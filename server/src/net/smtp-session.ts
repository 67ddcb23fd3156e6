import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../lib/loopback.ts';
import type { MailServer } from '../lib/mail-server.ts';
import { openSocket } from './sockets.ts';

/** A password goes over TLS, to this machine, or where the operator asked for no TLS. */
function tlsOptions({ host, secure, tls, login }: MailServer): SMTPConnectionOptions {
  if (secure || tls === 'required') return { requireTLS: !secure };
  if (tls === 'off') return { ignoreTLS: true };
  return { requireTLS: login !== null && !isLoopback(host), tls: { rejectUnauthorized: false } };
}

type Done<T> = (error?: Error | null, value?: T) => void;

/** A connection to the mail server, signed in. */
export interface SmtpSession {
  /** Whether it takes addresses beyond ASCII (RFC 6531). */
  takesUtf8: boolean;
  send: (
    envelope: { from: string | false; to: string[] },
    message: Parameters<SMTPConnection['send']>[1],
  ) => Promise<{ rejectedErrors?: Error[] | undefined }>;
  close: () => void;
}

/** Connects; the server may have any address, since the operator chose it. Whatever it waits for ends with the signal. */
export async function smtpSession(
  server: MailServer,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<SmtpSession> {
  const { host, port, secure, login } = server;
  const socket = await openSocket('the mail server', { host, port }, { allows: () => true, signal });
  // Loaded on demand: many installations send no mail, and it takes much memory.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    host,
    port,
    secure,
    ...tlsOptions(server),
    connection: socket,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
  });
  let fail: (error: Error) => void = () => undefined;
  connection.on('error', (error: Error) => fail(error));
  const step = <T>(run: (done: Done<T>) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      fail = reject;
      run((error, value) => (error ? reject(error) : resolve(value as T)));
    });
  try {
    await step<undefined>((done) => connection.connect(done));
    // The answer to EHLO: a login has an answer of its own.
    const takesUtf8 = /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
    if (login && connection.allowsAuth) await step<boolean>((done) => connection.login(login, done));
    return {
      takesUtf8,
      send: (envelope, message) => step((done) => connection.send(envelope, message, done)),
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}
