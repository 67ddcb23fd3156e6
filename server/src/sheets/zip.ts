import { limits } from '@quartermaster/contract/rules/limits';
import { finished } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { SourceError } from './table.ts';

const [endMark, entryMark, fileMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, entryBytes, fileBytes] = [22, 46, 30];
const entriesAtMost = 5000;

const damaged = () => new SourceError('This file is damaged: it is not a complete ZIP or Excel file');
const tooLarge = () =>
  new SourceError(`Unpacked, this file has more than ${limits.importUnpacked / 1024 / 1024} MB`);

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

/** Inflates in pieces, so that a bomb is noticed before it takes memory. */
async function inflated({ method, data }: Entry, atMost: number): Promise<Buffer> {
  if (method === 0) {
    if (data.length > atMost) throw tooLarge();
    return data;
  }
  if (method !== 8) throw new SourceError('This file is packed in an unusual way');
  const inflate = createInflateRaw();
  const pieces: Buffer[] = [];
  let length = 0;
  inflate.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > atMost) inflate.destroy(tooLarge());
    else pieces.push(piece);
  });
  inflate.end(data);
  try {
    await finished(inflate);
  } catch (error) {
    throw error instanceof SourceError ? error : damaged();
  }
  return Buffer.concat(pieces);
}

/** The parts of an archive, unpacked, of at most `limits.importUnpacked` bytes together. Keeps those that are wanted. */
export async function unpack(zip: Buffer, isWanted: (path: string) => boolean): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  let total = 0;
  for (const entry of entriesOf(zip)) {
    const part = await inflated(entry, limits.importUnpacked - total);
    total += part.length;
    if (isWanted(entry.path)) parts.set(entry.path, part);
  }
  return parts;
}

/** An archive of these parts, stored as they are. */
export function pack(parts: ReadonlyMap<string, Buffer>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, data] of parts) {
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = [uint32(fileMark), common, name, data];
    files.push(...file);
    directory.push(uint32(entryMark), Buffer.from([20, 0]), common, place, name);
    offset += file.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endMark, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
