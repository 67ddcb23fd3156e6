import { type TOTP as Totp, Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import {
  countRecoveryCodes,
  deleteIdleRecoveryCodes,
  hasSecondFactor,
  renewRecoveryCodes,
} from '../../access/second-factors.ts';
import { endSessionsOf } from '../../access/sessions.ts';
import { type Db, peopleOwner } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, invalid, notFound } from '../../lib/errors.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';

const table = 'second_factors';
/** The clock difference allowed between app and server, in time steps of 30 seconds. */
const drift = 1;
/** A difference with which a code is refused, but explained. */
const farDrift = 20;

const totpOf = (secret: Secret, email: string): Totp =>
  new TOTP({ issuer: 'Quartermaster', label: email, secret });

const factorOf = (db: Db, userId: string) =>
  db.selectFrom(table).selectAll().where('ownerId', '=', peopleOwner).where('id', '=', userId);

export async function factorState(db: Db, userId: string) {
  const { confirmedAt } = (await factorOf(db, userId).executeTakeFirst()) ?? { confirmedAt: null };
  return {
    enabledAt: confirmedAt === null ? null : iso(confirmedAt),
    recoveryCodes: await countRecoveryCodes(db, userId),
  };
}

/** Creates a secret for an app. It takes effect once a code confirms it. */
export async function beginTotp(db: Db, keyring: Keyring, sender: Person) {
  const { user } = sender;
  const secret = new Secret({ size: 20 });
  const sealer = await keyring.peopleSealer();
  const sealed = sealer.seal(table, 'secret', user.id, secret.base32);
  await asSender(db, sender, async (tx) => {
    const found = await factorOf(tx, user.id).executeTakeFirst();
    if (found && found.confirmedAt !== null)
      throw new AppError('CONFLICT', 'An authenticator app is already set up; remove it first');
    await tx.deleteFrom(table).where('ownerId', '=', peopleOwner).where('id', '=', user.id).execute();
    const row = { ownerId: peopleOwner, id: user.id, secret: sealed, createdAt: nextTime() };
    await tx
      .insertInto(table)
      .values({ ...row, confirmedAt: null, lastStep: 0 })
      .execute();
    await holdKeys(tx, peopleOwner, new Set([sealer.keyOf(sealed) ?? '']));
  });
  const url = totpOf(secret, user.email).toString();
  return { secret: secret.base32, url, qr: renderSVG(url, { border: 2 }) };
}

/** The time step of a code; null if it is not one of the app's codes around now. */
async function stepOf(
  keyring: Keyring,
  { id, secret }: { id: string; secret: string },
  code: string,
  window = drift,
): Promise<number | null> {
  const sealer = await keyring.peopleSealer();
  const totp = totpOf(Secret.fromBase32(sealer.unseal(table, 'secret', id, secret)), '');
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Takes a code of the app, which voids it and all earlier ones; false if it is not valid. */
export async function useTotpCode(db: Db, keyring: Keyring, userId: string, code: string): Promise<boolean> {
  const factor = await factorOf(db, userId).where('confirmedAt', 'is not', null).executeTakeFirst();
  const step = factor ? await stepOf(keyring, factor, code) : null;
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ lastStep: step })
    .where('ownerId', '=', peopleOwner)
    .where('id', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A code of another time shows that a clock is wrong. */
async function whyWrong(
  keyring: Keyring,
  factor: { id: string; secret: string },
  code: string,
): Promise<string> {
  if ((await stepOf(keyring, factor, code, farDrift)) === null) return 'The code is wrong';
  const time = iso(Date.now()).slice(11, 16);
  return `The code is right for another time. This server's clock says ${time} UTC`;
}

/** Turns app codes on, given a right code. */
export function confirmTotp(db: Db, keyring: Keyring, sender: Person, code: string): Promise<string[]> {
  return asSender(db, sender, async (tx, { user, origin }) => {
    const factor = await factorOf(tx, user.id).executeTakeFirst();
    if (!factor) throw notFound('second factor');
    if (factor.confirmedAt !== null) throw new AppError('CONFLICT', 'An authenticator app is already set up');
    const step = await stepOf(keyring, factor, code);
    if (step === null) throw invalid({ code: await whyWrong(keyring, factor, code) });
    await tx
      .updateTable(table)
      .set({ confirmedAt: nextTime(), lastStep: step })
      .where('ownerId', '=', peopleOwner)
      .where('id', '=', user.id)
      .execute();
    await audit(tx, { action: 'second-factor.enabled', actor: user, origin, details: { method: 'code' } });
    return renewRecoveryCodes(tx, user.id);
  });
}

/** Turns app codes off. The person's other sessions end. */
export async function removeTotp(db: Db, sender: Person): Promise<void> {
  await asSender(db, sender, async (tx, { principal, user, origin }) => {
    const factor = await factorOf(tx, user.id).executeTakeFirst();
    if (!factor) throw notFound('second factor');
    await tx.deleteFrom(table).where('ownerId', '=', peopleOwner).where('id', '=', user.id).execute();
    if (factor.confirmedAt === null) return;
    await deleteIdleRecoveryCodes(tx, user.id);
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    const details = { method: 'code', sessions };
    await audit(tx, { action: 'second-factor.disabled', actor: user, origin, details });
  });
}

/** Replaces the recovery codes of a person with a second factor. */
export function newRecoveryCodes(db: Db, sender: Person): Promise<string[]> {
  return asSender(db, sender, async (tx, { user, origin }) => {
    if (!(await hasSecondFactor(tx, user.id)))
      throw new AppError('CONFLICT', 'Recovery codes need a second factor; set one up first');
    await audit(tx, { action: 'recovery-codes.renewed', actor: user, origin });
    return renewRecoveryCodes(tx, user.id);
  });
}
