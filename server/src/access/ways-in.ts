import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import type { Tx } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import type { Administrator } from './administration.ts';
import { isIssuerOf } from './issuers.ts';

/** Browsers create passkeys for no IP address, and without TLS only for localhost. */
export const canHavePasskeys = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => {
  const { protocol, hostname } = new URL(publicUrl);
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return isName && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname));
};

/** Throws CONFLICT if a person, whose row is locked, has no way to sign in here after what was just removed. */
export async function expectWayIn(
  tx: Tx,
  config: Config,
  id: string,
  { actor }: Administrator,
): Promise<void> {
  const user = await tx.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst();
  if (config.passwordSignIn && user?.passwordHash) return;
  const passkeys = tx.selectFrom('passkeys').select('id').where('userId', '=', id).limit(1);
  if (canHavePasskeys(config) && (await passkeys.executeTakeFirst())) return;
  const { oidc } = config;
  const identities = await tx.selectFrom('identities').select('issuer').where('userId', '=', id).execute();
  if (oidc && identities.some(({ issuer }) => isIssuerOf(oidc, issuer))) return;
  const instead = config.passwordSignIn ? 'Choose a password or add a passkey first' : 'Add a passkey first';
  throw new AppError(
    'CONFLICT',
    actor?.id === id
      ? `This is your only way to sign in. ${instead}`
      : 'This is their only way to sign in. Disable the account instead',
  );
}
