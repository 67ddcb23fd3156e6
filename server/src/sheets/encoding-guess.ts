import { analyse } from 'chardet';
import { type Encoding, encodingOf } from '@quartermaster/contract/imports/imports.encodings';

/** Bytes to look at, and how sure a guess has to be, of 100. */
const [sampleBytes, confidenceAtLeast] = [16 * 1024, 20];

/** Ends of cells, none of which is the second byte of a character in any encoding. */
const ends = new Set([...'\r\n\t",;'].map((character) => character.charCodeAt(0)));

/** The cells that are not ASCII alone: names of domains and dates say nothing of an encoding. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const cells: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < sampleBytes;) {
    let end = start;
    let isAscii = true;
    for (; end < bytes.length && !ends.has(bytes[end] ?? 0); end += 1)
      if ((bytes[end] ?? 0) >= 0x80) isAscii = false;
    if (!isAscii) {
      cells.push(bytes.subarray(start, Math.min(end, start + sampleBytes)), Buffer.from('\n'));
      length += end - start;
    }
    start = end + 1;
  }
  return Buffer.concat(cells);
}

const word = /[\p{L}\p{M}]+/gu;
const [ascii, latin, beyondLatin] = [/[a-z]/i, /^[\p{Script=Latin}\p{M}]+$/u, /[^\p{Script=Latin}\p{M}]/u];

/** Whether a text could be written by people: its words are each of one script, with some letters of ASCII if it is Latin. */
function isPlausible(text: string): boolean {
  if (/[\uFFFD\u0080-\u009F]/.test(text)) return false;
  const words = (text.match(word) ?? []).filter((each) => /[^a-z]/i.test(each));
  const odd = words.filter((each) =>
    latin.test(each) ? each.length > 3 && !ascii.test(each) : ascii.test(each) && beyondLatin.test(each),
  );
  return words.length > 0 && odd.length * 5 <= words.length;
}

/** The likeliest encoding of a text that is not UTF-8. */
export function guessedEncoding(bytes: Uint8Array): Encoding {
  const sample = sampleOf(bytes);
  for (const { name, confidence } of analyse(sample)) {
    const encoding = encodingOf(name);
    if (encoding === null || encoding.startsWith('utf') || confidence < confidenceAtLeast) continue;
    if (isPlausible(new TextDecoder(encoding).decode(sample))) return encoding;
  }
  return 'windows-1252';
}
