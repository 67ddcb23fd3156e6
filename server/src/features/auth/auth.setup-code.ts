import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { listensOnLoopback } from '../../http/listens-on-loopback.ts';
import { AppError } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';

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

/** Logs the code at any log level: without it, nobody can set the installation up. */
export const logSetupCode = (log: FastifyBaseLogger, key: Uint8Array): void =>
  log.child({}, { level: 'info' }).info(`Setup code: ${setupCode(key)}`);

/** The servers that have logged the code for a registration. */
const logged = new WeakSet<FastifyInstance>();

/** The error for a missing or wrong setup code; logs the code first if the start did not. */
export function setupCodeRefused(
  { log, config }: Pick<Services, 'log' | 'config'>,
  key: Uint8Array,
  given: string,
  { server }: FastifyRequest,
): AppError {
  const isLogged = config.isForOthers || logged.has(server);
  if (!isLogged) logSetupCode(log, key);
  logged.add(server);
  const where = config.isForOthers ? 'when it started' : 'to its log';
  return new AppError(
    'FORBIDDEN',
    given === ''
      ? `Enter the setup code that the server printed ${where}`
      : `The setup code is wrong; the server printed it ${where}`,
    { setupCode: true },
  );
}
