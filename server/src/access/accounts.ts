import type { User } from '@quartermaster/contract/auth/auth.schema';
import { v7 as uuid } from 'uuid';
import type { Config } from '../config.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { type Db, type Schema, type Tx, globalOwner } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { insertMembership } from './memberships.ts';

export type UserRow = Schema['users'];

export const toUser = ({ id, email, role, createdAt, updatedAt }: UserRow): User => ({
  id,
  email,
  role: role === 'ADMIN' ? 'ADMIN' : 'USER',
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

/** The key of an address: two that look alike have the same. */
export const emailKeyOf = (email: string): string => email.toLowerCase().normalize('NFC');

/** The keys that an account with this address may have: before there was `emailKeyOf`, a key was the address as typed. */
export const emailKeysOf = (email: string): string[] => [email.toLowerCase(), emailKeyOf(email)];

/** The account with the address as typed, else the one with its key. */
export async function userByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  const [typed] = emailKeysOf(email);
  const found = await (db as Db)
    .selectFrom('users')
    .selectAll()
    .where('emailKey', 'in', emailKeysOf(email))
    .execute();
  return found.find(({ emailKey }) => emailKey === typed) ?? found[0];
}

export const anyUser = async (db: Db | Tx): Promise<boolean> =>
  (await (db as Db).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const anyAdministrator = async (db: Db | Tx): Promise<boolean> =>
  (await (db as Db)
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Creates a user who owns a new workspace with its data key. The first user becomes the administrator of the
 * installation, as does whoever brings the setup code while there is none (`isSetup`); null if registration is closed to
 * others.
 */
export async function insertUser(
  tx: Tx,
  keyring: Keyring,
  { email, passwordHash }: Pick<UserRow, 'email' | 'passwordHash'>,
  { registration, isSetup }: Pick<Config, 'registration'> & { isSetup: boolean },
): Promise<UserRow | null> {
  const now = nextTime();
  // Serialise registrations on the row of the global owner, so that exactly one is the first.
  await tx.updateTable('workspaces').set({ createdAt: 0 }).where('id', '=', globalOwner).execute();
  const isFirst = !(await anyUser(tx));
  if (registration === 'closed' && !isFirst) return null;
  const isAdministrator = isFirst || (isSetup && !(await anyAdministrator(tx)));
  const workspaceId = uuid();
  await tx.insertInto('workspaces').values({ id: workspaceId, createdAt: now }).execute();
  await keyring.create(tx, workspaceId, now);
  const user = {
    id: uuid(),
    workspaceId,
    email,
    emailKey: emailKeyOf(email),
    passwordHash,
    role: isAdministrator ? 'ADMIN' : 'USER',
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto('users').values(user).execute();
  await insertMembership(tx, { workspaceId, role: 'OWNER' }, user.id, now);
  return user;
}
