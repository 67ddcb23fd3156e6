import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Where a secret stands; a ciphertext opens nowhere else. */
export interface Place {
  table: string;
  column: string;
  owner: string;
  row: string;
}

export class UnsealError extends Error {
  readonly place: Place;

  constructor(place: Place) {
    super(`A secret can't be opened: ${place.table}.${place.column} of ${place.row}`);
    this.place = place;
  }
}

const format = 'v1';
const bound = ({ table, column, owner, row }: Place) =>
  Buffer.from([format, table, column, owner, row].join('\0'));

/** A 256-bit key and the name under which sealed texts refer to it. */
export interface Key {
  id: string;
  bytes: Buffer;
}

/** The name of a key by its content: the same key has the same name everywhere. */
export const keyId = (bytes: Buffer): string =>
  createHash('sha256').update('quartermaster key id\0').update(bytes).digest('hex').slice(0, 16);

export const newKey = (): Key => {
  const bytes = randomBytes(32);
  return { id: keyId(bytes), bytes };
};

/** AES-256-GCM with a random 96-bit nonce: `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function seal(key: Key, place: Place, text: string | Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(bound(place));
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return [format, key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

/** The id of the key that a sealed text was sealed with. */
export const sealedWith = (sealed: string): string => sealed.split('.')[1] ?? '';

/** Throws an UnsealError for anything but a text that this key sealed for this place. */
export function unseal(key: Key, place: Place, sealed: string): Buffer {
  const [version, id, nonce, body, ...rest] = sealed.split('.');
  if (version !== format || id !== key.id || nonce === undefined || body === undefined || rest.length > 0)
    throw new UnsealError(place);
  try {
    const bytes = Buffer.from(body, 'base64url');
    // The decoder skips what is not base64; what it skipped was changed.
    if (bytes.toString('base64url') !== body) throw new UnsealError(place);
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'), {
      authTagLength: 16,
    });
    decipher.setAAD(bound(place)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
  } catch {
    throw new UnsealError(place);
  }
}
