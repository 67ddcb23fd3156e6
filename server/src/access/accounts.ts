import type { User } from '@quartermaster/contract/auth/auth.schema';
import { emailKeyOf, shownAddress } from '@quartermaster/contract/rules/email-address';
import { v7 as uuid } from 'uuid';
import type { Config } from '../config.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { type Db, type Schema, type Tx, globalOwner } from '../db/schema.ts';
import { iso, nextTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { unicodeAddress } from '../lib/unicode-address.ts';
import { type Membership, insertMembership } from './memberships.ts';

export type UserRow = Schema['users'];

export const toUser = ({ id, email, name, workspaceId, role, createdAt, updatedAt }: UserRow): User => ({
  id,
  email,
  role: role === 'ADMIN' ? 'ADMIN' : 'USER',
  name,
  defaultWorkspaceId: workspaceId === globalOwner ? null : workspaceId,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

/**
 * The keys that an account with this address may have: an earlier version stored it as typed, a later one composed, with
 * its domain in Unicode. Whoever has the address exactly as typed comes first: the account with the ASCII key may be
 * another one, if the two could not be made one key.
 */
export function emailKeysOf(email: string): string[] {
  const typed = email.toLowerCase();
  const key = emailKeyOf(email);
  return [...new Set([typed, typed.normalize('NFC'), key, unicodeAddress(key)])];
}

/** The account with an address, in any spelling. */
export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const keys = emailKeysOf(email);
  const found = await db.selectFrom('users').selectAll().where('emailKey', 'in', keys).execute();
  return found.toSorted((a, b) => keys.indexOf(a.emailKey) - keys.indexOf(b.emailKey))[0];
}

/** The error for an address that another account has. */
export function addressTaken(): AppError {
  const message = 'An account with this email already exists';
  return new AppError('CONFLICT', message, { fields: { email: message } });
}

/** Finds an account that is not disabled. */
export const userById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('disabledAt', 'is', null).executeTakeFirst();

export const anyUser = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const anyAdministrator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1).executeTakeFirst()) !==
  undefined;

/** Creates a workspace with its data key and makes the person its owner. */
export async function insertWorkspace(
  tx: Tx,
  keyring: Keyring,
  name: string,
  userId: string | null,
  now: number,
): Promise<string> {
  const id = uuid();
  const row = { id, name, requireSecondFactor: 0, createdAt: now, deletedAt: null } as const;
  await tx.insertInto('workspaces').values(row).execute();
  await keyring.create(tx, id, now);
  if (userId !== null) await ownWorkspace(tx, id, userId, now);
  return id;
}

const ownWorkspace = (tx: Tx, workspaceId: string, userId: string, now: number) =>
  insertMembership(tx, { workspaceId, role: 'OWNER', secrets: true, scope: [] }, userId, now);

/** The local part of an address, which names a new person's workspace. */
const localPart = (email: string): string => email.split('@')[0] ?? email;

interface Admission extends Pick<Config, 'registration'> {
  /** With the right setup code, a person becomes administrator while the installation has none. */
  isSetup: boolean;
  /**
   * An invitation that will be accepted: it overrides a closed registration, and its workspace becomes the person's
   * default.
   */
  invitation: Pick<Membership, 'workspaceId'> | null;
}

/**
 * Creates a user, who owns a new workspace unless they were invited to one. The first user becomes the administrator of
 * the installation; null if registration is closed to others.
 */
export async function insertUser(
  tx: Tx,
  keyring: Keyring,
  { email, passwordHash }: Pick<UserRow, 'email' | 'passwordHash'>,
  { registration, isSetup, invitation }: Admission,
): Promise<UserRow | null> {
  const now = nextTime();
  // Registrations are serialised on the global owner's row, so that exactly one is the first.
  await tx.updateTable('workspaces').set({ createdAt: 0 }).where('id', '=', globalOwner).execute();
  const isFirst = !(await anyUser(tx));
  if (registration === 'closed' && !isFirst && !invitation) return null;
  const isAdministrator = isFirst || (isSetup && !(await anyAdministrator(tx)));
  const id = uuid();
  const workspaceId =
    invitation?.workspaceId ?? (await insertWorkspace(tx, keyring, localPart(email), null, now));
  const user = {
    id,
    workspaceId,
    name: null,
    email: shownAddress(email),
    emailKey: emailKeyOf(email),
    passwordHash,
    role: isAdministrator ? 'ADMIN' : 'USER',
    disabledAt: null,
    accessEndedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto('users').values(user).execute();
  if (!invitation) await ownWorkspace(tx, workspaceId, id, now);
  return user;
}
