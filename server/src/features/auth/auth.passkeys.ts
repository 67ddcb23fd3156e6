import { randomBytes } from 'node:crypto';
import type { Assertion, Passkey, create } from '@quartermaster/contract/passkeys/passkeys.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { type UserRow, userById } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { beginChallenge, finishChallenge } from '../../access/challenges.ts';
import { deleteIdleRecoveryCodes, hasSecondFactor, renewRecoveryCodes } from '../../access/second-factors.ts';
import { endSessionsOf } from '../../access/sessions.ts';
import { canHavePasskeys, expectWayIn } from '../../access/ways-in.ts';
import type { Config } from '../../config.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, invalid, notFound } from '../../lib/errors.ts';

/** Loaded on demand: it takes much memory, and few requests need it. */
const library = () => import('@simplewebauthn/server');

type Row = Selectable<Schema['passkeys']>;
const shown = ({ id, name, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: iso(createdAt),
  lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
});

/** Passkeys are bound to the host of PUBLIC_URL. */
const hostOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => new URL(publicUrl).hostname;

const ofPerson = (db: Db, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id');

export const listPasskeys = async (db: Db, userId: string): Promise<Passkey[]> =>
  (await ofPerson(db, userId).limit(serverLimits.passkeys).execute()).map(shown);

/** Whether anybody could sign in with a passkey. */
export const anyPasskey = async (db: Db, config: Config): Promise<boolean> =>
  canHavePasskeys(config) &&
  (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;

const tooMany = () => new AppError('CONFLICT', `Maximum ${serverLimits.passkeys} passkeys allowed`);
const timeout = serverLimits.challengeMinutes * 60_000;

/** The options for creating a discoverable passkey with user verification. */
export async function newPasskeyOptions(db: Db, config: Config, { user }: Person) {
  if (!canHavePasskeys(config))
    throw new AppError('CONFLICT', 'Passkeys need PUBLIC_URL to be an https address with a host name');
  const own = await ofPerson(db, user.id).execute();
  if (own.length >= serverLimits.passkeys) throw tooMany();
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Quartermaster',
    rpID: hostOf(config),
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    challenge: new Uint8Array(randomBytes(32)),
    timeout,
  });
  await beginChallenge(db, 'new-passkey', options.challenge, user.id);
  return options;
}

/** The challenge that a browser signed; empty if there is none. */
function challengeIn(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof data.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}

const notAccepted = () => invalid({ response: 'The passkey was not accepted; try again' });

/** Adds a passkey; the first second factor comes with recovery codes. */
export async function createPasskey(
  db: Db,
  config: Config,
  sender: Person,
  { name, response }: z.output<typeof create.body>,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const expectedChallenge = challengeIn(response.response.clientDataJSON);
  const begun = await finishChallenge(db, 'new-passkey', expectedChallenge);
  if (begun?.userId !== sender.user.id) throw notAccepted();
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: config.publicUrl,
    expectedRPID: hostOf(config),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw notAccepted();
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  const row: Row = {
    id: uuid(),
    userId: sender.user.id,
    name,
    credentialId,
    counter,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    transports: JSON.stringify(response.response.transports ?? []),
    createdAt: nextTime(),
    lastUsedAt: null,
  };
  try {
    return await asSender(db, sender, async (tx, { user, origin }) => {
      if ((await ofPerson(tx, user.id).execute()).length >= serverLimits.passkeys) throw tooMany();
      const isFirst = !(await hasSecondFactor(tx, user.id));
      await tx.insertInto('passkeys').values(row).execute();
      await audit(tx, { action: 'passkey.added', actor: user, origin, subject: name });
      return { passkey: shown(row), recoveryCodes: isFirst ? await renewRecoveryCodes(tx, user.id) : null };
    });
  } catch (error) {
    throw faultOf(error) === 'unique'
      ? new AppError('CONFLICT', 'This passkey has already been added')
      : error;
  }
}

export function renamePasskey(db: Db, sender: Person, id: string, name: string): Promise<Passkey> {
  return asSender(db, sender, async (tx, { user, origin }) => {
    const row = await tx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('passkey');
    await audit(tx, { action: 'passkey.changed', actor: user, origin, subject: name });
    return shown(row);
  });
}

/** Removes a passkey, unless it is the only way to sign in. The person's other sessions end. */
export async function removePasskey(db: Db, config: Config, sender: Person, id: string): Promise<void> {
  await asSender(db, sender, async (tx, { principal, user, origin }) => {
    const row = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw notFound('passkey');
    if (canHavePasskeys(config)) await expectWayIn(tx, config, user.id, { actor: user, origin });
    await deleteIdleRecoveryCodes(tx, user.id);
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    await audit(tx, {
      action: 'passkey.removed',
      actor: user,
      origin,
      subject: row.name,
      details: { sessions },
    });
  });
}

/** The options for signing in with a discoverable passkey. */
export async function passkeyOptions(db: Db, config: Config) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(config),
    userVerification: 'required',
    challenge: new Uint8Array(randomBytes(32)),
    timeout,
  });
  await beginChallenge(db, 'passkey', options.challenge, null);
  const { challenge, rpId = hostOf(config) } = options;
  return { challenge, timeout, rpId, userVerification: 'required' };
}

/** The account that a response names, verified or not. */
export async function passkeyHolder(db: Db, { id }: Assertion): Promise<UserRow | null> {
  const passkey = db.selectFrom('passkeys').select('userId').where('credentialId', '=', id);
  const row = await passkey.executeTakeFirst();
  return (row && (await userById(db, row.userId))) ?? null;
}

/** The account of a verified response, in which the device verified its user; null if it is not valid. */
export async function passkeyOwner(db: Db, config: Config, response: Assertion): Promise<UserRow | null> {
  const expectedChallenge = challengeIn(response.response.clientDataJSON);
  if (!(await finishChallenge(db, 'passkey', expectedChallenge))) return null;
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', response.id)
    .executeTakeFirst();
  if (!row) return null;
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== row.userId) return null;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: config.publicUrl,
    expectedRPID: hostOf(config),
    requireUserVerification: true,
    credential: {
      id: row.credentialId,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
      counter: row.counter,
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const used = { counter: verified.authenticationInfo.newCounter, lastUsedAt: nextTime() };
  await db.updateTable('passkeys').set(used).where('id', '=', row.id).execute();
  return (await userById(db, row.userId)) ?? null;
}
