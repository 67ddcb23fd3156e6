import { createHmac } from 'node:crypto';

/** Identifies an address or a client where failures are counted, without revealing it to anyone who lacks the key. */
export const fingerprint = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
