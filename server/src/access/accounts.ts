import type { User } from '@quartermaster/contract/auth/auth.schema';
import { v7 as uuid } from 'uuid';
import type { Keyring } from '../secrets/keyring.ts';
import { type Db, type Schema, type Tx, globalOwner } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { refreshTokenMs } from './tokens.ts';

export type UserRow = Schema['users'];

export const toUser = ({ id, email, role, createdAt, updatedAt }: UserRow): User => ({
  id,
  email,
  role: role === 'ADMIN' ? 'ADMIN' : 'USER',
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

export const userByEmail = (db: Db | Tx, email: string): Promise<UserRow | undefined> =>
  (db as Db).selectFrom('users').selectAll().where('emailKey', '=', email.toLowerCase()).executeTakeFirst();

export const anyUser = async (db: Db | Tx): Promise<boolean> =>
  (await (db as Db).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** A user with a workspace of his own and its data key. The first of all is the administrator. */
export async function insertUser(
  tx: Tx,
  keyring: Keyring,
  email: string,
  passwordHash: string,
): Promise<UserRow> {
  const now = nextTime();
  // Serialise registrations on the row of the global owner, so that exactly one is the first.
  await tx.updateTable('workspaces').set({ createdAt: 0 }).where('id', '=', globalOwner).execute();
  const role = (await anyUser(tx)) ? 'USER' : 'ADMIN';
  const workspaceId = uuid();
  await tx.insertInto('workspaces').values({ id: workspaceId, createdAt: now }).execute();
  await keyring.create(tx, workspaceId, now);
  const user = {
    id: uuid(),
    workspaceId,
    email,
    emailKey: email.toLowerCase(),
    passwordHash,
    role,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto('users').values(user).execute();
  return user;
}

export interface Session {
  id: string;
  generation: number;
  endedAt: number | null;
  expiresAt: number;
  user: UserRow;
}

/** A session with its user, or null. */
export async function findSession(db: Db | Tx, id: string): Promise<Session | null> {
  const session = await (db as Db).selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!session) return null;
  const user = await (db as Db)
    .selectFrom('users')
    .selectAll()
    .where('id', '=', session.userId)
    .executeTakeFirst();
  return user ? { ...session, user } : null;
}

export async function insertSession(tx: Tx, userId: string, client: string): Promise<string> {
  const now = nextTime();
  const id = uuid();
  const session = {
    id,
    userId,
    generation: 0,
    createdAt: now,
    expiresAt: now + refreshTokenMs,
    endedAt: null,
    client,
  };
  await tx.insertInto('sessions').values(session).execute();
  return id;
}

export async function endSession(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ endedAt: nextTime() })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  await tx.deleteFrom('refresh_tokens').where('sessionId', '=', id).execute();
}

/** A used token's generation becomes the session's; only then do older ones count as stolen. */
export async function advanceSession(tx: Tx, id: string, generation: number): Promise<void> {
  const expiresAt = nextTime() + refreshTokenMs;
  await tx.updateTable('sessions').set({ generation, expiresAt }).where('id', '=', id).execute();
}

export async function insertRefreshToken(
  tx: Tx,
  sessionId: string,
  generation: number,
  hash: string,
): Promise<void> {
  const expiresAt = nextTime() + refreshTokenMs;
  await tx.insertInto('refresh_tokens').values({ hash, sessionId, generation, expiresAt }).execute();
}

export const findRefreshToken = (tx: Tx, hash: string) =>
  tx.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();

/** Deletes sessions, tokens and counted failures that have expired. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expiresAt', '<', now).execute();
  await db
    .deleteFrom('sessions')
    .where('expiresAt', '<', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refresh_tokens').select('hash').whereRef('sessionId', '=', 'sessions.id'))),
    )
    .execute();
  await db
    .deleteFrom('sign_in_failures')
    .where('at', '<', now - failureWindowMs)
    .execute();
}

export const failureWindowMs = 15 * 60_000;

/** Fingerprints of the address and the client of a sign-in. */
export interface Attempt {
  address: string;
  client: string;
}

/** When this client's latest failures were, newest first. */
export async function failuresOfClient(db: Db, client: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select('at')
    .where('client', '=', client)
    .where('at', '>', now - failureWindowMs)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

/** When each client that failed at this address did so last, newest first. */
export async function clientsFailingAt(db: Db, address: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('address', '=', address)
    .where('at', '>', now - failureWindowMs)
    .groupBy('client')
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

export async function recordFailure(db: Db, attempt: Attempt, now: number): Promise<void> {
  await db
    .insertInto('sign_in_failures')
    .values({ id: uuid(), ...attempt, at: now })
    .execute();
}

export async function clearFailures(db: Db, { address, client }: Attempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('address', '=', address)
    .where('client', '=', client)
    .execute();
}

/** Whether a session of this account began from this client, as long as sessions are remembered. */
export const hasSignedInFrom = async (db: Db, email: string, client: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.id')
    .where('users.emailKey', '=', email.toLowerCase())
    .where('sessions.client', '=', client)
    .limit(1)
    .executeTakeFirst()) !== undefined;
