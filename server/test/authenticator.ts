import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** The few types of CBOR that an attestation needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)]),
  ]);
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const encoded = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

interface Asked {
  challenge: string;
  origin: string;
}

/** A device with one passkey (ES256), which reports user verification as `verified` says. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  #counter = 0;
  verified = true;
  userHandle: string | undefined;

  #data(origin: string, attested = Buffer.alloc(0)): Buffer {
    const flags = 1 | (this.verified ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.#counter += 1));
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, attested]);
  }

  #answer(response: Record<string, unknown>) {
    const id = encoded(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** The browser's response after creating the passkey. */
  create({ challenge, origin }: Asked, userId: string) {
    this.userHandle = encoded(userId);
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const attested = Buffer.concat([
      ...[Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id],
      cbor(publicKey),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(origin, attested)],
    ]);
    const client = JSON.stringify({ type: 'webauthn.create', challenge, origin });
    return this.#answer({ clientDataJSON: encoded(client), attestationObject: encoded(cbor(attestation)) });
  }

  /** The browser's response when signing in. */
  get({ challenge, origin }: Asked) {
    const client = JSON.stringify({ type: 'webauthn.get', challenge, origin });
    const data = this.#data(origin);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: encoded(client),
      authenticatorData: encoded(data),
      signature: encoded(signature),
      userHandle: this.userHandle,
    });
  }
}
