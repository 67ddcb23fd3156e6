import { type Encoding, encodingOf } from '@quartermaster/contract/imports/imports.encodings';
import { guessedEncoding } from './encoding-guess.ts';
import { SourceError } from './table.ts';
import { invalidBytes } from './utf-8.ts';

/** A text, and how it was decoded. */
interface DecodedText {
  text: string;
  encoding: Encoding;
  isEncodingGuessed: boolean;
  notices: string[];
}

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

/** How ISO 2022-JP begins Japanese characters. */
const jisEscapes = ['\u001B$B', '\u001B$@', '\u001B(J', '\u001B$('];
const said = 5;

/** Where bytes are that are not UTF-8. */
function notUtf8(bytes: Uint8Array, places: readonly number[]): string[] {
  if (places.length === 0) return [];
  const starts = places.slice(0, said).map((place) => {
    const before = Buffer.from(bytes.subarray(0, place)).toString('latin1');
    const line = before.split(/\r\n?|\n/).length;
    return `line ${line} (${(bytes[place] ?? 0).toString(16).toUpperCase()})`;
  });
  const more = places.length > said ? ` and ${(places.length - said).toLocaleString('en')} more` : '';
  return [`Not UTF-8, and read as \uFFFD: the bytes in ${starts.join(', ')}${more}`];
}

/** As asked, else by its byte order mark, as UTF-16, as UTF-8 if most of its bytes are that, or by a guess. */
export function decodeText(bytes: Uint8Array, asked?: string): DecodedText {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const given = (asked === undefined ? null : encodingOf(asked)) ?? marked ?? utf16Of(bytes);
  const { sequences, places } =
    given === null || given === 'utf-8' ? invalidBytes(bytes) : { sequences: 0, places: [] };
  const isUtf8 = places.length <= sequences;
  if (given === 'utf-8' && !isUtf8) throw new SourceError('This file is not a text in UTF-8');
  // It is ASCII with escape sequences, and passes for UTF-8.
  const isIso2022 = sequences === 0 && jisEscapes.some((mark) => Buffer.from(bytes).includes(mark));
  const isGuessed = given === null && (!isUtf8 || isIso2022);
  const guess = () => (isIso2022 && isUtf8 ? 'iso-2022-jp' : guessedEncoding(bytes));
  const encoding = given ?? (isGuessed ? guess() : 'utf-8');
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new SourceError('This is not a text file');
  const notices = encoding === 'utf-8' ? notUtf8(bytes, places) : [];
  return { text, encoding, isEncodingGuessed: isGuessed, notices };
}
