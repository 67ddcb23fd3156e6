import { randomBytes } from 'node:crypto';
import type { secondMethods } from '@quartermaster/contract/auth/auth.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { expressionBuilder } from 'kysely';
import { type Db, type Schema, type Tx, peopleOwner } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

export type SecondMethod = (typeof secondMethods)[number];

/** The condition that the person in a row of `users` has a second factor: app codes or a passkey. */
export function hasFactor() {
  const { or, exists, selectFrom } = expressionBuilder<Schema, 'users'>();
  return or([
    exists(
      selectFrom('second_factors')
        .select('second_factors.id')
        .where('second_factors.ownerId', '=', peopleOwner)
        .whereRef('second_factors.id', '=', 'users.id')
        .where('confirmedAt', 'is not', null),
    ),
    exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id')),
  ]);
}

/** The ways in which a person can complete a sign-in after the password; none: the password is enough. */
export async function secondMethodsOf(db: Db, userId: string): Promise<SecondMethod[]> {
  const row = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('second_factors')
          .select('id')
          .where('ownerId', '=', peopleOwner)
          .where('id', '=', userId)
          .where('confirmedAt', 'is not', null),
      ).as('code'),
      exists(selectFrom('passkeys').select('id').where('userId', '=', userId)).as('passkey'),
      exists(selectFrom('recovery_codes').select('hash').where('userId', '=', userId)).as('recovery'),
    ])
    .executeTakeFirstOrThrow();
  if (!row.code && !row.passkey) return [];
  return (['code', 'recovery', 'passkey'] as const).filter((method) => row[method]);
}

/** Whether a person has a second factor. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await secondMethodsOf(db, userId)).length > 0;

/** Serialises changes of a person's sign-in methods. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ id: userId }).where('id', '=', userId).execute();
}

/** Without letters that look like digits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 80 random bits, grouped for reading aloud. */
const newCode = (): string => {
  const code = [...randomBytes(16)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
};
const hashOf = (code: string): string => hashToken(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));

/** Replaces the recovery codes. Only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: serverLimits.recoveryCodes }, newCode);
  await tx.deleteFrom('recovery_codes').where('userId', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ userId, hash: hashOf(code) })))
    .execute();
  return codes;
}

/** Takes a recovery code, which works once; false if it is wrong. */
export async function useRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('userId', '=', userId)
    .where('hash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Recovery codes replace a lost factor; without any factor they are useless. */
export async function deleteIdleRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId)))
    await tx.deleteFrom('recovery_codes').where('userId', '=', userId).execute();
}
