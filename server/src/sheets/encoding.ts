import { encodings } from '@quartermaster/contract/imports/imports.encodings';
import { SourceError } from './table.ts';

type Encoding = (typeof encodings)[number];

const isEncoding = (name: string): name is Encoding => (encodings as readonly string[]).includes(name);

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** In UTF-16, every second byte of a text in a Latin script is zero. */
function utf16Of(bytes: Uint8Array): Encoding | null {
  const some = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  some.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = some.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : null;
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return null;
  }
}

/** By its byte order mark, else as UTF-16, UTF-8 or windows-1252, whichever it can be. */
export function decodeText(bytes: Uint8Array, asked?: string): { text: string; encoding: Encoding } {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const given = asked !== undefined && isEncoding(asked) ? asked : (marked ?? utf16Of(bytes));
  const encoding = given ?? 'utf-8';
  const text = decoded(bytes, encoding);
  if (text === null && given !== null)
    throw new SourceError(`This file is not a text in ${encoding.toUpperCase()}`);
  const found = text === null ? 'windows-1252' : encoding;
  const result = text ?? decoded(bytes, found) ?? '';
  if (result.includes('\0')) throw new SourceError('This is not a text file');
  return { text: result, encoding: found };
}
