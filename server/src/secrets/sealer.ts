import { type Key, derivedKey, fingerprint, seal, sealedWith, unseal } from './seal.ts';
import type { StatefulKey } from './wrapped-keys.ts';

/** Seals and opens the secrets of one workspace. */
export interface Sealer {
  seal: (table: string, column: string, row: string, text: string) => string;
  unseal: (table: string, column: string, row: string, sealed: string) => string;
  /** The id of the workspace's key that sealed a value; null if the workspace has no such key. */
  keyOf: (sealed: string) => string | null;
  /** Equal for equal texts in the same place; it names the workspace's current key. */
  fingerprint: (table: string, row: string, path: string, text: string) => string;
}

/** Follows rotations during long requests. */
export class WorkspaceSealer implements Sealer {
  readonly #owner: string;
  #keys: ReadonlyMap<string, Key> = new Map();
  #current: Key;
  #forFingerprints: Key | null = null;

  constructor(owner: string, keys: readonly StatefulKey[]) {
    this.#owner = owner;
    this.#current = this.renew(keys);
  }

  renew(keys: readonly StatefulKey[]): Key {
    const current = keys.find(({ state }) => state === 'current');
    if (!current) throw new Error(`There is no data key for workspace ${this.#owner}`);
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#forFingerprints = null;
    return (this.#current = current);
  }

  seal(table: string, column: string, row: string, text: string): string {
    return seal(this.#current, { table, column, owner: this.#owner, row }, text);
  }

  unseal(table: string, column: string, row: string, sealed: string): string {
    const key = this.#keys.get(sealedWith(sealed)) ?? this.#current;
    return unseal(key, { table, column, owner: this.#owner, row }, sealed).toString('utf8');
  }

  keyOf(sealed: string): string | null {
    const id = sealedWith(sealed);
    return this.#keys.has(id) ? id : null;
  }

  fingerprint(table: string, row: string, path: string, text: string): string {
    this.#forFingerprints ??= derivedKey(this.#current, 'secret fingerprints');
    return fingerprint(this.#forFingerprints, { table, owner: this.#owner, row, path }, text);
  }
}
