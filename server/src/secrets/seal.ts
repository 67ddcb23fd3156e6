import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/** The location of a secret, which its ciphertext is bound to. */
export interface SealContext {
  table: string;
  column: string;
  owner: string;
  row: string;
}

export class UnsealError extends Error {
  readonly context: SealContext;

  constructor(context: SealContext) {
    super(`A secret can't be opened: ${context.table}.${context.column} of ${context.row}`);
    this.context = context;
  }
}

const format = 'v1';
const additionalData = ({ table, column, owner, row }: SealContext) =>
  Buffer.from([format, table, column, owner, row].join('\0'));

/** A 256-bit key, and the id by which sealed values refer to it. */
export interface Key {
  id: string;
  bytes: Buffer;
}

/** Derives a key's id from its content, so that the same key has the same id everywhere. */
export const keyId = (bytes: Buffer): string =>
  createHash('sha256').update('quartermaster key id\0').update(bytes).digest('hex').slice(0, 16);

export const newKey = (): Key => {
  const bytes = randomBytes(32);
  return { id: keyId(bytes), bytes };
};

/** Derives a key for one purpose by HKDF-SHA-256; it keeps the id of the original. */
export const derivedKey = ({ id, bytes }: Key, purpose: string): Key => ({
  id,
  bytes: Buffer.from(hkdfSync('sha256', bytes, '', `quartermaster ${purpose}`, 32)),
});

const keyObjects = new WeakMap<Buffer, KeyObject>();

/** Given bytes, Node makes a key object of them at every call, which takes longer than opening a value. */
function keyObjectOf({ bytes }: Key): KeyObject {
  const object = keyObjects.get(bytes) ?? createSecretKey(bytes);
  keyObjects.set(bytes, object);
  return object;
}

/** AES-256-GCM with a random 96-bit nonce: `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function seal(key: Key, context: SealContext, text: string | Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), nonce).setAAD(additionalData(context));
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return [format, key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

/** The id of the key that a value was sealed with, or that made a fingerprint. */
export const sealedWith = (sealed: string): string => sealed.split('.')[1] ?? '';

/** Throws an UnsealError unless this key sealed the value in this context. */
export function unseal(key: Key, context: SealContext, sealed: string): Buffer {
  const [version, id, nonce, body, ...rest] = sealed.split('.');
  if (version !== format || id !== key.id || nonce === undefined || body === undefined || rest.length > 0)
    throw new UnsealError(context);
  try {
    const bytes = Buffer.from(body, 'base64url');
    // The decoder skips invalid characters, so compare: text with extra characters must not pass.
    if (bytes.toString('base64url') !== body) throw new UnsealError(context);
    const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), Buffer.from(nonce, 'base64url'), {
      authTagLength: 16,
    });
    decipher.setAAD(additionalData(context)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
  } catch {
    throw new UnsealError(context);
  }
}

/**
 * Tells whether two secrets of a place are equal without holding them: `f1.<key id>.<HMAC-SHA-256, 128 bits>`. `path` leads
 * to the secret in its row. Without the key, not even a short secret can be guessed from it.
 */
export function fingerprint(
  key: Key,
  { table, owner, row, path }: Omit<SealContext, 'column'> & { path: string },
  text: string,
): string {
  const hmac = createHmac('sha256', keyObjectOf(key)).update(JSON.stringify([table, owner, row, path, text]));
  return ['f1', key.id, hmac.digest().subarray(0, 16).toString('base64url')].join('.');
}
