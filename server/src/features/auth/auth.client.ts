import { createHmac } from 'node:crypto';

/** Identifies an address or a client in the counts of failures; without the key it reveals neither. */
export const fingerprint = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
