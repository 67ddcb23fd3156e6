import { AppError } from '../lib/errors.ts';
import type { Key } from './seal.ts';
import type { StatefulKey } from './wrapped-keys.ts';

/** Fixed ids, so that only one of several processes succeeds in creating them. */
export const firstSigningId = 'signing';
export const fingerprintId = 'fingerprint';

/** How long tokens of a replaced signing key are accepted: as long as any of them can live. */
const acceptedMs = 15 * 60_000;

/** Whether that time has passed, or is unknown because a clock jumped. */
export const isOver = ({ since }: Pick<StatefulKey, 'since'>, now: number): boolean =>
  Math.abs(now - since) >= acceptedMs;

/** This server's master key does not open the keys in the database. `reason` is for its log alone. */
export class KeysClosedError extends AppError {
  readonly reason: string;

  constructor(reason: string) {
    super(
      'SERVICE_UNAVAILABLE',
      "The keys in the database can't be opened with the master key of this server",
      undefined,
      5,
    );
    this.reason = reason;
  }
}

/** The keys that sign tokens, and the key for client fingerprints. */
export class SystemKeys {
  #keys: readonly StatefulKey[] = [];
  #closed: KeysClosedError | null = null;
  #version = '';
  /** When this process first saw that a key is retiring, by its monotonic clock. */
  readonly #retiring = new Map<string, number>();

  /** Takes the stored keys; returns whether they changed. */
  renew(keys: readonly StatefulKey[]): boolean {
    this.#closed = null;
    const version = JSON.stringify(keys.map(({ id, state, since }) => [id, state, since]).sort());
    if (version === this.#version) return false;
    this.#keys = keys;
    this.#version = version;
    for (const { id, state } of keys)
      if (state === 'retiring' && !this.#retiring.has(id)) this.#retiring.set(id, performance.now());
    return true;
  }

  /** Until the next renewal nothing that needs a key is served: another server may have replaced those known here. */
  close(error: KeysClosedError): void {
    this.#closed = error;
  }

  get isClosed(): boolean {
    return this.#closed !== null;
  }

  /** Throws while the stored keys can't be opened. */
  expectOpen(): void {
    if (this.#closed) throw this.#closed;
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
    this.expectOpen();
    const [now, monotonic] = [Date.now(), performance.now()];
    return this.#keys.filter((key) => {
      if (key.id === fingerprintId) return false;
      if (key.state !== 'retiring') return true;
      return !isOver(key, now) && monotonic - (this.#retiring.get(key.id) ?? -Infinity) < acceptedMs;
    });
  }

  /** For fingerprints of addresses and clients. Rotations keep it unless it is compromised. */
  get fingerprint(): Uint8Array {
    const key = this.#find(({ id }) => id === fingerprintId);
    if (!key) throw new Error('There is no key for fingerprints');
    return key.bytes;
  }

  #find(matches: (key: StatefulKey) => boolean): StatefulKey | undefined {
    this.expectOpen();
    return this.#keys.find((key) => key.state === 'current' && matches(key));
  }
}
