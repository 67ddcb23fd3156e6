import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { createInflateRaw } from 'node:zlib';
import { SourceError } from './table.ts';

const [endMark, entryMark, fileMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, entryBytes, fileBytes] = [22, 46, 30];
const entriesAtMost = 5000;
const [stored, deflated] = [0, 8];
const pieceBytes = 64 * 1024;

const damaged = () => new SourceError('This file is damaged: it is not a complete ZIP or Excel file');
const tooLarge = () =>
  new SourceError(`Unpacked, this file has more than ${serverLimits.importUnpacked / 1024 / 1024} MB`);

interface Entry {
  path: string;
  method: number;
  data: Buffer;
}

/** The entries that the archive's directory names. */
function entriesOf(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + endBytes > zip.length || zip.readUInt32LE(end) !== endMark) throw damaged();
  const count = zip.readUInt16LE(end + 10);
  if (count > entriesAtMost) throw new SourceError(`This file has more than ${entriesAtMost} parts`);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    if (at + entryBytes > zip.length || zip.readUInt32LE(at) !== entryMark) throw damaged();
    if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new SourceError('This file is protected by a password');
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const file = zip.readUInt32LE(at + 42);
    if (file + fileBytes > zip.length || zip.readUInt32LE(file) !== fileMark) throw damaged();
    const start = file + fileBytes + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28);
    if (start + size > zip.length) throw damaged();
    entries.push({
      path: zip.toString('utf8', at + entryBytes, at + entryBytes + nameLength),
      method: zip.readUInt16LE(at + 10),
      data: zip.subarray(start, start + size),
    });
    at += entryBytes + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** What an entry holds, in pieces. */
async function* piecesOf({ method, data }: Entry): AsyncGenerator<Buffer> {
  if (method === stored) {
    yield data;
    return;
  }
  if (method !== deflated) throw new SourceError('This file is packed in an unusual way');
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  inflate.end(data);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch {
    throw damaged();
  }
}

/** The parts of an archive by their paths. Their content is unpacked while it is read, each time anew. */
export type Parts = ReadonlyMap<string, () => AsyncIterable<Buffer>>;

/** Opens an archive whose parts have at most `serverLimits.importUnpacked` bytes together, whatever it says of their sizes. */
export async function openZip(zip: Buffer): Promise<Parts> {
  const entries = entriesOf(zip);
  let total = 0;
  for (const entry of entries)
    for await (const { length } of piecesOf(entry))
      if ((total += length) > serverLimits.importUnpacked) throw tooLarge();
  return new Map(entries.map((entry) => [entry.path, () => piecesOf(entry)]));
}
