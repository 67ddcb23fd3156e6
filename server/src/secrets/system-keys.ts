import type { Key } from './seal.ts';
import type { StatefulKey } from './wrapped-keys.ts';

/** Fixed ids, so that of several processes that create them one succeeds. */
export const firstSigningId = 'signing';
export const fingerprintId = 'fingerprint';

/** How long tokens of a replaced signing key are accepted: none of them lives longer. */
const acceptedMs = 15 * 60_000;

/** Whether so long has passed since, or a clock jumped, so that nobody knows. */
export const isOver = ({ since }: Pick<StatefulKey, 'since'>, now: number): boolean =>
  Math.abs(now - since) >= acceptedMs;

/** The keys that sign tokens, and the one for fingerprints of clients. */
export class SystemKeys {
  #keys: readonly StatefulKey[] = [];
  #version = '';
  /** When this process first saw that a key is retiring: its own clock, which does not jump. */
  readonly #retiring = new Map<string, number>();

  /** Takes what is stored; returns whether it differs from what was. */
  renew(keys: readonly StatefulKey[]): boolean {
    const version = JSON.stringify(keys.map(({ id, state, since }) => [id, state, since]).sort());
    if (version === this.#version) return false;
    this.#keys = keys;
    this.#version = version;
    for (const { id, state } of keys)
      if (state === 'retiring' && !this.#retiring.has(id)) this.#retiring.set(id, performance.now());
    return true;
  }

  get hasSigningKey(): boolean {
    return this.#find(({ id }) => id !== fingerprintId) !== undefined;
  }

  get hasFingerprintKey(): boolean {
    return this.#find(({ id }) => id === fingerprintId) !== undefined;
  }

  /** Signs access tokens. */
  get signing(): Key {
    const key = this.#find(({ id }) => id !== fingerprintId);
    if (!key) throw new Error('There is no key to sign tokens with');
    return key;
  }

  /** The keys whose tokens are accepted. */
  get accepted(): readonly Key[] {
    const [now, monotonic] = [Date.now(), performance.now()];
    return this.#keys.filter((key) => {
      if (key.id === fingerprintId) return false;
      if (key.state !== 'retiring') return true;
      return !isOver(key, now) && monotonic - (this.#retiring.get(key.id) ?? -Infinity) < acceptedMs;
    });
  }

  /** For fingerprints of addresses and clients. A rotation keeps it, unless it is compromised. */
  get fingerprint(): Uint8Array {
    const key = this.#find(({ id }) => id === fingerprintId);
    if (!key) throw new Error('There is no key for fingerprints');
    return key.bytes;
  }

  #find(matches: (key: StatefulKey) => boolean): StatefulKey | undefined {
    return this.#keys.find((key) => key.state === 'current' && matches(key));
  }
}
