import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Event } from './strace.ts';

/** Disks write a sector atomically. */
const sector = 512;

type Change = { data: Buffer; at: number } | { size: number };

/** The content as of the last sync, and the writes since, any of which a power cut may lose. */
interface File {
  synced: Buffer;
  since: Change[];
  /** Offset of the next sequential write. */
  end: number;
}
type Entry = { name: string; file: File | null };

const endOf = (change: Change): number => ('size' in change ? change.size : change.at + change.data.length);

function replay(content: Buffer, changes: readonly Change[]): Buffer {
  const result = Buffer.alloc(
    changes.reduce((most, change) => Math.max(most, endOf(change)), content.length),
  );
  content.copy(result);
  let size = content.length;
  for (const change of changes)
    if ('size' in change) {
      if (change.size < size) result.fill(0, change.size, size);
      size = change.size;
    } else {
      change.data.copy(result, change.at);
      size = Math.max(size, endOf(change));
    }
  return result.subarray(0, size);
}

/** Splits a write at sector boundaries. */
function* sectors({ data, at }: { data: Buffer; at: number }): Generator<Change> {
  for (let start = 0; start < data.length;) {
    const length = Math.min(data.length - start, sector - ((at + start) % sector));
    yield { data: data.subarray(start, start + length), at: at + start };
    start += length;
  }
}

/**
 * Models a directory on a disk that guarantees only what was synced: content by syncing the file, names by syncing
 * the directory. Like inodes, files keep their identity when they are linked or renamed.
 */
export class Disk {
  readonly #root: string;
  /** Files by path, as the running program sees them. */
  readonly #live = new Map<string, File>();
  readonly #synced = new Map<string, File>();
  #since: Entry[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  apply(event: Event): void {
    if (event.kind === 'answer' || relative(this.#root, event.path).startsWith('..')) return;
    const file = this.#live.get(event.path);
    switch (event.kind) {
      case 'create':
        if (!file) this.#name(event.path, { synced: Buffer.alloc(0), since: [], end: 0 });
        return;
      case 'sync':
        if (event.path === this.#root) this.#syncNames();
        else if (file) this.#syncFile(file);
        return;
      case 'unlink':
        this.#name(event.path, null);
        return;
      case 'link':
      case 'rename':
        if (file) this.#name(event.to, file);
        if (event.kind === 'rename') this.#name(event.path, null);
        return;
      case 'truncate':
        file?.since.push({ size: event.size });
        return;
      case 'write': {
        if (!file) throw new Error(`${event.path} was written before it was created`);
        const at = event.at ?? file.end;
        file.end = at + event.data.length;
        file.since.push({ data: event.data, at });
      }
    }
  }

  #name(name: string, file: File | null): void {
    if (file) this.#live.set(name, file);
    else this.#live.delete(name);
    this.#since.push({ name, file });
  }

  #syncNames(): void {
    for (const { name, file } of this.#since)
      if (file) this.#synced.set(name, file);
      else this.#synced.delete(name);
    this.#since = [];
  }

  #syncFile(file: File): void {
    file.synced = replay(file.synced, file.since);
    file.since = [];
  }

  /**
   * Writes what a power cut at this moment could leave into another directory: everything that was synced, and a
   * random subset of the sectors, sizes and names that were not (sometimes all, sometimes none).
   */
  cut(into: string, random: () => number): void {
    const share = [0, 1, random(), random()][Math.floor(random() * 4)] ?? 0;
    const kept = () => random() < share;
    const names = new Map(this.#synced);
    for (const { name, file } of this.#since.filter(kept))
      if (file) names.set(name, file);
      else names.delete(name);
    for (const [name, file] of names) {
      const writes = file.since.flatMap((change) => ('data' in change ? [...sectors(change)] : [change]));
      const path = join(into, relative(this.#root, name));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, replay(file.synced, writes.filter(kept)), { mode: 0o600 });
    }
  }
}
