import { existsSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { type Config, ConfigError } from '../config.ts';
import { faultOf } from '../db/faults.ts';
import { type Db, type Tx, peopleOwner } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { createKeyFile, foreignMasterKey, masterKeys } from './master-key.ts';
import { type Key, UnsealError, newKey, sealedWith } from './seal.ts';
import { type Sealer, WorkspaceSealer } from './sealer.ts';
import { KeysClosedError, SystemKeys, fingerprintId, firstSigningId } from './system-keys.ts';
import { type StatefulKey, lockKeys, systemOwner, unwrap, wrap, wrappedKeysOf } from './wrapped-keys.ts';

const cachedSealers = 10_000;
const ownersAtOnce = 500;
/** How often a process checks for rotated keys: within this time it uses a new key. */
const refreshMs = 2000;
export const noticedWithinMs = 5000;

/**
 * The data keys, one per workspace, and the system's: wrapped by the master key in the database, unwrapped in memory.
 */
export class Keyring {
  readonly #db: Db;
  readonly #source: Config['masterKey'];
  readonly #sealers = new LRUCache<string, WorkspaceSealer>({ max: cachedSealers });
  readonly #system = new SystemKeys();
  /** Counts the rotation steps noticed. */
  #version = 0;
  #renewedVersion = 0;
  #refreshing: Promise<void> | null = null;
  #refreshedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, source: Config['masterKey']) {
    this.#db = db;
    this.#source = source;
  }

  /**
   * Creates a key file if there is neither a key nor a database that needs one, and verifies that the master key opens
   * the stored keys.
   */
  async open(): Promise<void> {
    const stored = await this.#db
      .selectFrom('wrapped_keys')
      .selectAll()
      .orderBy('ownerId', 'desc') // The system's own keys first: nothing works without them.
      .limit(1)
      .executeTakeFirst();
    if (!stored && 'file' in this.#source && !existsSync(this.#source.file)) createKeyFile(this.#source.file);
    const masters = masterKeys(this.#source);
    if (!stored) return;
    if (!masters.some(({ id }) => id === sealedWith(stored.wrapped))) throw new ConfigError(foreignMasterKey);
    unwrap(masters, stored);
  }

  /** Creates the data key of a workspace. */
  async create(tx: Tx, ownerId: string, now: number, key: Key = newKey()): Promise<void> {
    await lockKeys(tx);
    // Another server may have rotated the master key: nothing could open what the one from before wraps now.
    await this.#openSystem(tx);
    const [master] = masterKeys(this.#source);
    await tx
      .insertInto('wrapped_keys')
      .values(wrap(master, ownerId, key, 'current', now))
      .execute();
  }

  async sealer(ownerId: string): Promise<Sealer> {
    if (this.#system.isClosed || performance.now() - this.#refreshedAt > 2 * refreshMs) await this.#refresh();
    const known = this.#sealers.get(ownerId);
    if (known) return known;
    const version = this.#version;
    const sealer = new WorkspaceSealer(ownerId, await this.#keysOf(ownerId));
    if (version !== this.#version) return this.sealer(ownerId);
    this.#sealers.set(ownerId, sealer);
    return sealer;
  }

  /** The system's keys, shared by every process on this database. They follow rotations. */
  async systemKeys(): Promise<SystemKeys> {
    await this.#refresh();
    if (!this.#system.hasSigningKey) await this.#createSystemKey({ ...newKey(), id: firstSigningId });
    if (!this.#system.hasFingerprintKey) await this.#createSystemKey({ ...newKey(), id: fingerprintId });
    return this.#system;
  }

  /** Seals what belongs to people rather than to a workspace. Its key rotates like a workspace's. */
  async peopleSealer(): Promise<Sealer> {
    if ((await this.#keysOf(peopleOwner)).length === 0)
      await this.#createOnce(peopleOwner, { ...newKey(), id: peopleOwner });
    return this.sealer(peopleOwner);
  }

  /** The key that signs access tokens. */
  async signingKey(): Promise<Buffer> {
    return (await this.systemKeys()).signing.bytes;
  }

  /** Throws while the stored keys can't be opened. */
  expectOpen(): void {
    this.#system.expectOpen();
  }

  /** Checks for rotations until the keyring is closed. Reports a failure once, and null when it is over. */
  watch(report: (error: Error | null) => void): void {
    let last: Error | null = null;
    const check = async () => {
      const error = await this.#refresh().then(
        () => null,
        (reason: unknown) => reason as Error,
      );
      if (error?.message !== last?.message) report(error);
      last = error;
    };
    this.#timer = setInterval(() => void check(), refreshMs).unref();
  }

  /** Waits for a running check, so that it does not outlive the database. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshing?.catch(() => undefined);
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#renew().finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  /**
   * Reads the system's keys. Every step of a rotation changes them, which means that all others have to be read again.
   */
  async #renew(): Promise<void> {
    const began = performance.now();
    if (this.#system.renew(await this.#openSystem())) this.#version += 1;
    const version = this.#version;
    if (version !== this.#renewedVersion) await this.#renewSealers();
    this.#renewedVersion = version;
    this.#refreshedAt = began;
  }

  async #renewSealers(): Promise<void> {
    const sealers = [...this.#sealers.entries()];
    for (let start = 0; start < sealers.length; start += ownersAtOnce) {
      const some = new Map(sealers.slice(start, start + ownersAtOnce));
      const rows = await wrappedKeysOf(this.#db, [...some.keys()]);
      const masters = masterKeys(this.#source);
      for (const [ownerId, sealer] of some)
        try {
          sealer.renew((rows.get(ownerId) ?? []).map((row) => unwrap(masters, row)));
        } catch {
          this.#sealers.delete(ownerId); // A damaged key is reported to its own workspace.
        }
    }
  }

  async #keysOf(ownerId: string): Promise<StatefulKey[]> {
    try {
      return await this.#unwrapped(this.#db, ownerId);
    } catch (error) {
      // If the system's keys can be opened, only this workspace's are damaged.
      await this.#openSystem();
      throw error;
    }
  }

  /** Reads the system's keys. If the master key does not open them, it opens no others either. */
  async #openSystem(db: Db = this.#db): Promise<StatefulKey[]> {
    try {
      return await this.#unwrapped(db, systemOwner);
    } catch (error) {
      if (faultOf(error) !== null || !(error instanceof Error)) throw error;
      const closed = new KeysClosedError(error instanceof UnsealError ? foreignMasterKey : error.message);
      this.#system.close(closed);
      throw closed;
    }
  }

  async #unwrapped(db: Db, ownerId: string): Promise<StatefulKey[]> {
    const rows = (await wrappedKeysOf(db, [ownerId])).get(ownerId) ?? [];
    if (rows.length === 0) return [];
    const masters = masterKeys(this.#source);
    return rows.map((row) => unwrap(masters, row));
  }

  async #createSystemKey(key: Key): Promise<void> {
    await this.#createOnce(systemOwner, key);
    await this.#refresh();
  }

  async #createOnce(ownerId: string, key: Key): Promise<void> {
    try {
      await transaction(this.#db, (tx) => this.create(tx, ownerId, 0, key));
    } catch (error) {
      if (faultOf(error) !== 'unique') throw error; // Another process was faster.
    }
  }
}
