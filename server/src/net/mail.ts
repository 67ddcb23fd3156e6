import type { MailServer } from '../lib/mail-server.ts';
import { MailFailure, type Undelivered } from './mail-failure.ts';
import { type SmtpSession, smtpSession } from './smtp-session.ts';

export interface Mail {
  /** An address or several, all of which see one another. */
  to: string | readonly string[];
  /** Those of them to which it is sent; by default all. */
  only?: readonly string[];
  subject: string;
  text: string;
  /** The same for every attempt, so that who gets a mail twice can tell; by default a new one. */
  messageId?: string;
}

/** Short enough for the mail behind one that is stuck to leave within a minute. */
const sendingMs = 45_000;

const noAnswer = () =>
  Object.assign(new Error('The mail server did not answer in time'), { code: 'ETIMEDOUT' });
const notInternational = () =>
  Object.assign(new Error(), {
    code: 'EENVELOPE',
    response: 'This mail server does not take international addresses',
  });

/** Whether an address can be written in ASCII: a domain always can, what stands before it can't (RFC 6531, 3.2). */
const isAscii = (address: string): boolean => /^[\x00-\x7f]*@[^@]*$/.test(address);

/** The addresses that the mail server refused, as they were given. */
const refusedIn = (error: unknown, givenAs: ReadonlyMap<string, string>): Undelivered[] => {
  const { rejectedErrors = [] } = error as {
    rejectedErrors?: { recipient?: string; responseCode?: number }[];
  };
  return rejectedErrors.flatMap(({ recipient = '', responseCode = null }) => {
    const address = givenAs.get(recipient);
    return address === undefined ? [] : [{ address, status: responseCode }];
  });
};

async function sendIn(session: SmtpSession, from: string, mail: Mail): Promise<{ refused: Undelivered[] }> {
  const { to, subject, text, messageId } = mail;
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const isSendable = (address: string) => session.takesUtf8 || isAscii(address);
  const compose = (addresses: readonly string[]) =>
    new MailComposer({
      from,
      to: addresses.map((address) => ({ name: '', address })),
      subject,
      text,
      headers: { 'auto-submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(messageId !== undefined && { messageId }),
    }).compile();
  const all = typeof to === 'string' ? [to] : to;
  const receivers = mail.only ?? all;
  // As they go over the wire: their domains in ASCII.
  const givenAs = new Map(
    receivers
      .filter(isSendable)
      .map((address) => [compose([address]).getEnvelope().to?.[0] ?? address, address]),
  );
  const unsendable = receivers
    .filter((address) => !isSendable(address))
    .map((address) => ({ address, status: null }));
  const message = compose(all.filter(isSendable));
  const sender = message.getEnvelope().from;
  if (givenAs.size === 0 || !isSendable(String(sender)))
    throw new MailFailure(notInternational(), [], unsendable);
  try {
    const sent = await session.send({ from: sender, to: [...givenAs.keys()] }, message.createReadStream());
    return { refused: [...unsendable, ...refusedIn(sent, givenAs)] };
  } catch (error) {
    const refused = refusedIn(error, givenAs);
    throw new MailFailure(error, all, refused.length > 0 ? [...unsendable, ...refused] : []);
  }
}

/**
 * Sends a mail; resolves once the server has accepted it, for at least one address, with those that it refused. Throws a
 * MailFailure otherwise.
 */
export async function sendMail(
  server: MailServer,
  from: string,
  mail: Mail,
  deadlineMs = sendingMs,
): Promise<{ refused: Undelivered[] }> {
  const sockets = new AbortController();
  const timer = setTimeout(() => sockets.abort(), deadlineMs);
  let session: SmtpSession | undefined;
  try {
    session = await smtpSession(server, { deadlineMs, signal: sockets.signal });
    return await sendIn(session, from, mail);
  } catch (error) {
    if (!sockets.signal.aborted && error instanceof MailFailure) throw error;
    throw new MailFailure(sockets.signal.aborted ? noAnswer() : error, [mail.to].flat());
  } finally {
    clearTimeout(timer);
    session?.close();
    sockets.abort();
  }
}
