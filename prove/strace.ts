import { readFileSync } from 'node:fs';

/** What the server did to files and sent to clients, in order, as strace recorded it. */
export type Event =
  | { kind: 'create'; path: string }
  | { kind: 'write'; path: string; data: Buffer; at: number | null }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'sync'; path: string }
  | { kind: 'link' | 'rename'; path: string; to: string }
  | { kind: 'unlink'; path: string }
  /** A response sent to a client. */
  | { kind: 'answer'; request: string };

/** System calls that change files or send data. */
const calls =
  'openat,write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,fallocate,mkdir';

export const straceOf = (file: string): string[] => [
  ...['-f', '-I', '2', '--seccomp-bpf', '-qq', '-xx', '-yy', '-s', '100000000', '-e', 'signal=none'],
  ...['-e', `trace=${calls}`, '-o', file],
];

/** Decodes `\x2f\x74`. */
const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');
const quoted = (text: string): string[] =>
  [...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytes(hex).toString());

/** The id of a successful response, from the first chunk sent. */
const requestId = /^HTTP\/1\.1 2[^]*?\r\nx-request-id: ([^\r]+)\r\n/i;

const unexpected = (line: string) => new Error(`Unexpected strace output: ${line.slice(0, 300)}`);

/** A file descriptor with its path; anything but a path is a socket or the like. */
const descriptor = /^(\d+)<((?:\\x[0-9a-f]{2})+|[^>]*)>/;

function event(call: string, given: string, result: string): Event | null {
  const [, , place = ''] = descriptor.exec(given) ?? [];
  const path = place.startsWith('\\x') ? bytes(place).toString() : null;
  const paths = quoted(given);
  switch (call) {
    case 'openat':
      return given.includes('O_CREAT') ? { kind: 'create', path: paths[0] ?? '' } : null;
    case 'write':
    case 'writev':
    case 'pwrite64': {
      const data = Buffer.concat(
        [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytes(hex)),
      );
      const request = path === null ? requestId.exec(data.toString('latin1'))?.[1] : undefined;
      if (request !== undefined) return { kind: 'answer', request };
      if (!path?.startsWith('/')) return null;
      if (data.length !== Number(result)) throw unexpected(`${call}(${given}) = ${result}`);
      return {
        kind: 'write',
        path,
        data,
        at: call === 'pwrite64' ? Number(/, (\d+)$/.exec(given)?.[1]) : null,
      };
    }
    case 'ftruncate':
      return { kind: 'truncate', path: path ?? '', size: Number(/, (\d+)$/.exec(given)?.[1]) };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path: path ?? '' };
    case 'rename':
    case 'renameat':
    case 'renameat2':
    case 'link':
    case 'linkat':
      return { kind: call.startsWith('link') ? 'link' : 'rename', path: paths[0] ?? '', to: paths[1] ?? '' };
    case 'unlink':
    case 'unlinkat':
      return { kind: 'unlink', path: paths[0] ?? '' };
    case 'mkdir':
      return null;
    default:
      throw unexpected(`${call}(${given})`);
  }
}

/** Parses a whole recording. A call that strace split over two lines counts where it finished. */
export function readTrace(file: string): Event[] {
  const begun = new Map<string, string>();
  const events: Event[] = [];
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(\S.*)$/.exec(line) ?? [];
    if (text.endsWith(' <unfinished ...>')) {
      begun.set(thread, text.slice(0, -' <unfinished ...>'.length));
      continue;
    }
    const [, resumed] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    const whole = resumed === undefined ? text : `${begun.get(thread) ?? ''}${resumed}`;
    const [, call = '', given = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+)/.exec(whole) ?? [];
    if (call === '' || result.startsWith('-')) continue;
    const found = event(call, given, result);
    if (found) events.push(found);
  }
  return events;
}
