import type { FastifyRequest } from 'fastify';
import { originOf } from '../../access/authenticate.ts';
import { AppError } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { attemptOf, checkPassword } from './auth.password-check.ts';
import { enter } from './auth.second-step.ts';

export const passwordsOff = (): AppError =>
  new AppError('FORBIDDEN', 'Signing in with a password is turned off here');

export async function signInUser(
  services: Services,
  keys: SystemKeys,
  { email, password }: { email: string; password: string },
  request: FastifyRequest,
): ReturnType<typeof enter> {
  const { config, refusals } = services;
  if (!config.passwordSignIn) throw passwordsOff();
  const origin = originOf(request);
  const { found, matches } = await checkPassword(services, keys, { email, password }, request);
  if (!found || !matches) {
    await refusals.add({ found, email, origin, method: 'password' });
    throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  }
  const { client } = attemptOf(keys, email, request);
  return enter(services, keys, found, { client, origin, method: 'password' });
}
