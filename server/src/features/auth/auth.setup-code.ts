import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { listensOnLoopback } from '../../http/listens-on-loopback.ts';
import { AppError } from '../../lib/errors.ts';

/** Crockford's base 32, which leaves out letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Proves access to the server's output. 60 bits, the same on every server of an installation. */
export function setupCode(key: Uint8Array): string {
  const bytes = createHmac('sha256', key).update('setup code').digest().subarray(0, 12);
  const code = [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

const digestOf = (key: Uint8Array, code: string): Buffer =>
  createHmac('sha256', key)
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest();

const forwarding =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|.*-connecting-ip)$/;

/** Whether the server listens on loopback alone and no proxy has forwarded the request. */
export const isFromThisMachine = ({ server, headers }: FastifyRequest): boolean =>
  listensOnLoopback(server) && !Object.keys(headers).some((name) => forwarding.test(name));

export const isSetupCode = (key: Uint8Array, given: string): boolean =>
  timingSafeEqual(digestOf(key, given), digestOf(key, setupCode(key)));

/** The error for a missing or wrong setup code. */
export const setupCodeRefused = (given: string): AppError =>
  new AppError(
    'FORBIDDEN',
    given === ''
      ? 'Enter the setup code that the server printed when it started'
      : 'The setup code is wrong; the server printed it when it started',
    { setupCode: true },
  );
