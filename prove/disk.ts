import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Event } from './trace.ts';

/** What a disk writes whole or not at all. */
const sector = 512;

type Change = { data: Buffer; at: number } | { size: number };

/** What is surely on the disk, and what was written since and may or may not be. */
interface File {
  synced: Buffer;
  since: Change[];
  /** Where the next write without an offset goes. */
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

/** A write as the sectors of the disk that it touches. */
function* sectors({ data, at }: { data: Buffer; at: number }): Generator<Change> {
  for (let start = 0; start < data.length;) {
    const length = Math.min(data.length - start, sector - ((at + start) % sector));
    yield { data: data.subarray(start, start + length), at: at + start };
    start += length;
  }
}

/**
 * A directory on a disk that keeps what was synced and nothing else for sure: contents when the file was synced,
 * names when the directory was. Files keep their identity when they are linked and renamed.
 */
export class Disk {
  readonly #root: string;
  /** As the running program sees it. */
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
      case 'make':
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
        if (!file) throw new Error(`${event.path} was written before it was made`);
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
   * Writes what a power cut now would leave into another directory: all that was synced, and of what was not any
   * part, in any order: `random` says which. At times all of it, or nothing.
   */
  cut(into: string, random: () => number): void {
    const share = [0, 1, random(), random()][Math.floor(random() * 4)] ?? 0;
    const kept = () => random() < share;
    const names = new Map(this.#synced);
    for (const { name, file } of this.#since.filter(kept))
      if (file) names.set(name, file);
      else names.delete(name);
    for (const [name, file] of names) {
      const pieces = file.since.flatMap((change) => ('data' in change ? [...sectors(change)] : [change]));
      const path = join(into, relative(this.#root, name));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, replay(file.synced, pieces.filter(kept)), { mode: 0o600 });
    }
  }
}
