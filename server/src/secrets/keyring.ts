import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { type Key, type SealContext, UnsealError, keyId, newKey, seal, sealedWith, unseal } from './seal.ts';
import { faultOf } from '../db/faults.ts';
import { type Db, type Tx, globalOwner } from '../db/schema.ts';

/** Reads 32 bytes as 64 hex digits or as base64. */
export function readKey(text: string): Key {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== 32)
    throw new ConfigError('The master key must be 32 bytes, as 64 hex digits or base64');
  return { id: keyId(bytes), bytes };
}

/** Writes the keys to a temporary file beside `file`, which then replaces it atomically. */
function writeBeside(file: string, keys: readonly Key[]): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomUUID()}`;
  writeFileSync(beside, keys.map((key) => `${key.bytes.toString('hex')}\n`).join(''), {
    mode: 0o600,
    flush: true,
  });
  return beside;
}

/** Sync the directory too: the key must survive a power cut before anything is sealed with it. */
function syncNames(file: string): void {
  if (process.platform === 'win32') return; // cannot sync directories
  const directory = openSync(dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Replaces the key file atomically. The first key is the current one. */
export function writeKeyFile(file: string, keys: readonly Key[]): void {
  renameSync(writeBeside(file, keys), file);
  syncNames(file);
}

/** Creates the first key, unless another process was faster: then its key stays. */
function createKeyFile(file: string): void {
  const beside = writeBeside(file, [newKey()]);
  try {
    linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside);
  }
  syncNames(file);
}

/** The master keys, current one first, older ones after it during a rotation. */
export function masterKeys(source: Config['masterKey']): [Key, ...Key[]] {
  if ('key' in source) return [readKey(source.key)];
  if (!existsSync(source.file)) throw new ConfigError(`There is no master key at ${source.file}`);
  if ((statSync(source.file).mode & 0o077) !== 0)
    throw new ConfigError(`${source.file} can be read by others; run: chmod 600 ${source.file}`);
  const lines = readFileSync(source.file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const [first, ...rest] = lines.filter((line) => line !== '').map(readKey);
  if (!first) throw new ConfigError(`${source.file} is empty`);
  return [first, ...rest];
}

/** Seals and opens the secrets of one workspace. */
export interface Sealer {
  seal: (table: string, column: string, row: string, text: string) => string;
  unseal: (table: string, column: string, row: string, sealed: string) => string;
}

const systemOwner = 'system';
export const foreignMasterKey = 'The master key is not the one that this database was written with';
export const keyContext = (owner: string, row: string): SealContext => ({
  table: 'wrapped_keys',
  column: 'wrapped',
  owner,
  row,
});
const cachedSealers = 10_000;

/**
 * Until the transaction ends, nobody else creates a data key or rotates the master key: a data key wrapped with the old
 * master key during a rotation could never be opened again. All lock the row of the global owner.
 */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.updateTable('workspaces').set({ createdAt: 0 }).where('id', '=', globalOwner).execute();
}

/** The data keys, one per workspace: wrapped by the master key in the database, open in memory. */
export class Keyring {
  readonly #db: Db;
  readonly #source: Config['masterKey'];
  readonly #sealers = new Map<string, Sealer>();

  constructor(db: Db, source: Config['masterKey']) {
    this.#db = db;
    this.#source = source;
  }

  /**
   * Creates a key file if there is neither a key nor a database that needs one, and checks that the master key opens
   * the stored keys.
   */
  async open(): Promise<void> {
    const stored = await this.#db
      .selectFrom('wrapped_keys')
      .selectAll()
      .orderBy('ownerId', 'desc') // the system's own key first: nothing works without it
      .limit(1)
      .executeTakeFirst();
    if (!stored && 'file' in this.#source && !existsSync(this.#source.file)) createKeyFile(this.#source.file);
    const masters = masterKeys(this.#source);
    if (!stored) return;
    if (!masters.some(({ id }) => id === sealedWith(stored.wrapped))) throw new ConfigError(foreignMasterKey);
    this.#unwrap(stored.ownerId, stored.id, stored.wrapped);
  }

  /** Creates the data key of a workspace. */
  async create(tx: Tx, ownerId: string, now: number, { id, bytes }: Key = newKey()): Promise<void> {
    await lockKeys(tx);
    const [master] = masterKeys(this.#source);
    const wrapped = seal(master, keyContext(ownerId, id), bytes);
    await tx.insertInto('wrapped_keys').values({ ownerId, id, wrapped, createdAt: now }).execute();
  }

  async sealer(ownerId: string): Promise<Sealer> {
    const known = this.#sealers.get(ownerId);
    if (known) return known;
    const sealer = sealerOf(ownerId, await this.#keys(ownerId));
    if (this.#sealers.size >= cachedSealers) this.#sealers.clear();
    this.#sealers.set(ownerId, sealer);
    return sealer;
  }

  /** The key that signs access tokens, the same for every process on this database. */
  async signingKey(): Promise<Buffer> {
    const found = await this.#keys(systemOwner);
    if (found[0]) return found[0].bytes;
    try {
      const signing = { ...newKey(), id: 'signing' };
      await this.#db.transaction().execute((tx) => this.create(tx, systemOwner, 0, signing));
    } catch (error) {
      if (faultOf(error) !== 'unique') throw error; // another process was faster
    }
    const [key] = await this.#keys(systemOwner);
    if (!key) throw new Error('The signing key could not be stored');
    return key.bytes;
  }

  async #keys(ownerId: string): Promise<Key[]> {
    const rows = await this.#db
      .selectFrom('wrapped_keys')
      .select(['id', 'wrapped'])
      .where('ownerId', '=', ownerId)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(({ id, wrapped }) => ({ id, bytes: this.#unwrap(ownerId, id, wrapped) }));
  }

  #unwrap(ownerId: string, id: string, wrapped: string): Buffer {
    const context = keyContext(ownerId, id);
    const master = masterKeys(this.#source).find((key) => key.id === sealedWith(wrapped));
    if (!master) throw new UnsealError(context);
    return unseal(master, context, wrapped);
  }
}

function sealerOf(owner: string, keys: readonly Key[]): Sealer {
  const [current] = keys;
  if (!current) throw new Error(`There is no data key for workspace ${owner}`);
  return {
    seal: (table, column, row, text) => seal(current, { table, column, owner, row }, text),
    unseal: (table, column, row, sealed) => {
      const key = keys.find(({ id }) => id === sealedWith(sealed)) ?? current;
      return unseal(key, { table, column, owner, row }, sealed).toString('utf8');
    },
  };
}
