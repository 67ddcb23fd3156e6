export const keyRule = 'must be 32 bytes, as 64 hex digits or base64';

/** The bytes of a key that an operator wrote down; null if the text breaks the rule. */
export function keyBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, /^[0-9a-fA-F]{64}$/.test(text) ? 'hex' : 'base64');
  return bytes.length === 32 ? bytes : null;
}
