import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { parse, stringify } from 'uuid';
import { derivedKey } from '../secrets/seal.ts';
import { type SystemKeys, fingerprintId } from '../secrets/system-keys.ts';

/** How long a link works. */
const lifetimeMs = 30 * dayMs;

/** What a link acknowledges, and for whom. */
interface Acknowledgement {
  ownerId: string;
  alertId: string;
  userId: string;
  /** Of the crossing that was told; null: none. */
  distance: number | null;
}

/** In whole seconds, as links hold times. */
const second = (at: number): number => Math.floor(at / 1000);

/** When a link to somebody is made at the earliest. */
export const linkedAt = (at: number, accessEndedAt: number | null): number =>
  accessEndedAt === null ? at : Math.max(at, (second(accessEndedAt) + 1) * 1000);

/** Whether a link was made after the access of its recipient ended, if it ever did. */
export const isLinkAlive = (madeAt: number, accessEndedAt: number | null): boolean =>
  accessEndedAt === null || second(madeAt) > second(accessEndedAt);

const idBytes = 16;
/** Three ids, the distance and the end of its life (s). */
const contentBytes = 3 * idBytes + 4 + 4;
const macBytes = 32;
const noDistance = -(2 ** 31);

/**
 * Tokens of links that need no sign-in. Nothing of them is stored: they are signed with a key that rotations keep unless
 * it is compromised.
 */
export class AcknowledgeLinks {
  readonly #keys: SystemKeys;
  readonly #publicUrl: string;

  constructor(keys: SystemKeys, publicUrl: string) {
    this.#keys = keys;
    this.#publicUrl = publicUrl;
  }

  #macOf(content: Buffer): Buffer {
    const key = derivedKey(
      { id: fingerprintId, bytes: Buffer.from(this.#keys.fingerprint) },
      'acknowledge links',
    );
    return createHmac('sha256', key.bytes).update(content).digest();
  }

  /** The same for the same message. */
  linkTo({ ownerId, alertId, userId, distance }: Acknowledgement, at: number): string {
    const content = Buffer.alloc(contentBytes);
    [ownerId, alertId, userId].forEach((id, index) => content.set(parse(id), index * idBytes));
    content.writeInt32BE(distance ?? noDistance, 3 * idBytes);
    content.writeUInt32BE(second(at + lifetimeMs), 3 * idBytes + 4);
    const token = Buffer.concat([content, this.#macOf(content)]).toString('base64url');
    return `${this.#publicUrl}/acknowledge/${token}`;
  }

  /** null for a token that is none, or is over. */
  read(token: string, now: number): (Acknowledgement & { madeAt: number }) | null {
    if (token.length > limits.linkToken) return null;
    const bytes = Buffer.from(token, 'base64url');
    // The decoder skips invalid characters.
    if (bytes.length !== contentBytes + macBytes || bytes.toString('base64url') !== token) return null;
    const content = bytes.subarray(0, contentBytes);
    if (!timingSafeEqual(bytes.subarray(contentBytes), this.#macOf(content))) return null;
    const until = content.readUInt32BE(3 * idBytes + 4) * 1000;
    if (until <= now) return null;
    const idAt = (index: number) => stringify(content, index * idBytes);
    const distance = content.readInt32BE(3 * idBytes);
    return {
      madeAt: until - lifetimeMs,
      ownerId: idAt(0),
      alertId: idAt(1),
      userId: idAt(2),
      distance: distance === noDistance ? null : distance,
    };
  }
}
