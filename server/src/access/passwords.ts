import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const settings = { memory: 19_456, passes: 2, parallelism: 1 };
const derive = promisify(argon2);
const hashOf = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism } = settings,
): Promise<Buffer> => {
  const parameters: Argon2Parameters = {
    message: password,
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: 32,
  };
  return derive('argon2id', parameters);
};
const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Keyboards and systems compose the same characters differently (RFC 8265). */
const normal = (password: string): string => password.normalize('NFKC');

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = settings;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(await hashOf(normal(password), salt))}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const nobody = hashPassword(randomBytes(16).toString('hex'));

/**
 * Tries the password as typed first, as earlier versions stored it. Takes equally long for an account that does not exist
 * (`stored` null).
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  for (const form of new Set([password, normal(password)])) if (await isHashOf(form, stored)) return true;
  return false;
}

async function isHashOf(password: string, stored: string | null): Promise<boolean> {
  const [, m, t, p, salt = '', hash = ''] = phc.exec(stored ?? (await nobody)) ?? [];
  const parameters = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  const found = await hashOf(password, Buffer.from(salt, 'base64'), parameters);
  const matches = timingSafeEqual(found, Buffer.from(hash, 'base64'));
  return matches && stored !== null;
}
