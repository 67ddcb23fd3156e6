import { shortened } from '@quartermaster/contract/rules/limits';

const longest = 300;
const longestRead = 2000;
/** What stands between words and addresses. */
const between = /([\s<>()[\],;:"']+)/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes an address, and what stands before its @. */
function withoutAddress(line: string, to: string): string {
  const [local = ''] = to.split('@');
  return line
    .replaceAll(new RegExp(escaped(to), 'giu'), '…')
    .replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(local)}(?![\\p{L}\\p{N}])`, 'giu'), '…');
}

/** One short line that names no recipient. */
function withoutAddresses(text: string, to: readonly string[]): string {
  const line = shortened(text, longestRead).replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  const unnamed = to
    .reduce(withoutAddress, line)
    .split(between)
    .map((word) => (word.includes('@') ? '…' : word))
    .join('');
  return shortened(unnamed.trim(), longest);
}

/** The parts of Nodemailer's errors, and of the system's within them. */
interface Fault {
  message?: unknown;
  code?: unknown;
  originalCode?: unknown;
  cause?: { code?: unknown };
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
}

/** The mail server's response, or the code of the error with its sentence. */
function reasonOf({ message, code, originalCode, cause, command, response }: Fault): string {
  if (typeof response === 'string' && command === 'STARTTLS')
    return `TLS is required; it answered: ${response}`;
  if (typeof response === 'string' && response !== '') return response;
  const known = [cause?.code, originalCode, code].find((each) => typeof each === 'string');
  return [known, message].filter((part) => typeof part === 'string').join(': ');
}

/** An address to which a mail did not go. */
export interface Undelivered {
  address: string;
  /** What the mail server answered; null: it takes no address beyond ASCII. */
  status: number | null;
}

/** Whether a mail server may take an address later (RFC 5321, 4.2.1). */
export const isForNow = ({ status }: Undelivered): boolean => status !== null && status < 500;

/** Why a mail was not sent: the code and the sentence of the mail server or the connection, without addresses. */
export class MailFailure extends Error {
  /** The mail itself was rejected, so others may pass. */
  readonly isOfMail: boolean;
  /** Retrying would not help. */
  readonly isFinal: boolean;
  /** The SMTP status that was answered; null: none. */
  readonly status: number | null;
  /** The addresses, where the mail server answered for each. */
  readonly refused: readonly Undelivered[];

  constructor(error: unknown, to: readonly string[], refused: readonly Undelivered[] = []) {
    const fault = error as Fault;
    super(withoutAddresses(reasonOf(fault), to), { cause: error });
    this.isOfMail = fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE';
    this.status = typeof fault.responseCode === 'number' ? fault.responseCode : null;
    this.refused = refused;
    this.isFinal = this.isOfMail && this.status !== null && this.status >= 500;
  }
}
