import type { Db, Tx } from '../db/schema.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { transaction } from '../db/transaction.ts';
import { AppError } from '../lib/errors.ts';
import { type FoundToken, expectValidToken, findApiToken } from './api-tokens.ts';
import { type Caller, type Person, type Sender, isCaller } from './caller.ts';
import { type Membership, findMembership } from './memberships.ts';
import { viewOf, scopeKey } from './owner.ts';
import { expectConfirmed, expectPermitted, isConfirmed, onlyInSession } from './permit.ts';
import { hasSecondFactor, lockPerson } from './second-factors.ts';
import { type Session, expectSession, findSession } from './sessions.ts';

// The detail tells clients with a stored workspace that the workspace is what was not found.
export const workspaceNotFound = () => new AppError('NOT_FOUND', 'Workspace not found', { workspace: true });

type CurrentMembership = Membership & { lacksFactor: boolean };

/** A membership, and whether the person lacks the second factor that the workspace requires. */
export async function currentMembership(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<CurrentMembership | null> {
  const membership = await findMembership(db, workspaceId, userId);
  if (!membership) return null;
  const lacksFactor = membership.requireSecondFactor && !(await hasSecondFactor(db, userId));
  return { ...membership, lacksFactor };
}

/** Throws NOT_FOUND for a person who is not a member, FORBIDDEN for one without the required second factor. */
function expectMember<T extends { lacksFactor: boolean }>(membership: T | null): T {
  if (!membership) throw workspaceNotFound();
  if (!membership.lacksFactor) return membership;
  const message = 'This workspace requires a second factor; set one up on your account page first';
  throw new AppError('FORBIDDEN', message, { secondFactor: true });
}

/** Where rights are read: in this process's cache, or in a transaction. */
interface Rights {
  session: (id: string) => Promise<Session | null>;
  token: (id: string) => Promise<FoundToken | null>;
  /** `id` is that of the session or token. */
  membership: (id: string, workspaceId: string, userId: string) => Promise<CurrentMembership | null>;
  /** As it is stored: another process may have recorded it just now. */
  confirmedAt: (id: string) => Promise<number | null>;
}

const storedRights = (db: Db): Rights => ({
  session: (id) => findSession(db, id),
  token: (id) => findApiToken(db, id),
  membership: (_, workspaceId, userId) => currentMembership(db, workspaceId, userId),
  confirmedAt: async (id) => (await findSession(db, id))?.confirmedAt ?? null,
});

/** The person behind a session or token; throws unless it is valid. */
export async function personBehind(rights: Rights, { principal, origin, demands }: Sender): Promise<Person> {
  const known = { principal, origin, demands, readAt: performance.now() };
  if (principal.kind === 'token') {
    const { token, maker: user } = expectValidToken(await rights.token(principal.id), origin);
    // A token has neither of these, whoever made it.
    return { ...known, token, user, isAdministrator: false, confirmedAt: null };
  }
  const { user, confirmedAt } = expectSession(await rights.session(principal.id), principal.userId);
  return { ...known, token: null, user, isAdministrator: user.role === 'ADMIN', confirmedAt };
}

/** The person in a workspace; throws unless they are a member of it. */
export async function inWorkspace(
  rights: Rights,
  person: Person,
  id: string,
  sealerOf: (id: string) => Sealer | Promise<Sealer>,
): Promise<Caller> {
  const { principal, token, user } = person;
  const membership = expectMember(await rights.membership(principal.id, id, user.id));
  const owner = { id, principal, sealer: await sealerOf(id), ...viewOf(membership, token) };
  return { ...person, membership, owner };
}

/** Throws CONFIRM_REQUIRED unless the person proved their identity recently. */
export async function expectConfirmedIn(rights: Rights, person: Person): Promise<void> {
  onlyInSession(person.principal);
  if (isConfirmed(person)) return;
  expectConfirmed({ confirmedAt: await rights.confirmedAt(person.principal.id) });
}

/** The same by what is stored now. */
export const expectConfirmedNow = (db: Db, person: Person): Promise<void> =>
  expectConfirmedIn(storedRights(db), person);

/** Throws unless the sender, whose rights were read just now, may send the request. */
export async function expectMay(rights: Rights, sender: Person): Promise<void> {
  expectPermitted(sender);
  if (sender.demands.confirmed) await expectConfirmedIn(rights, sender);
}

/**
 * May they still? Reads the sender's rights again and throws unless they may still send the request: before it is handled,
 * as its body may take minutes to arrive and it may wait for others; in the transaction of a write; for work of a job.
 */
export async function mayStill<S extends Person>(rights: Rights, sender: S): Promise<S> {
  const person = await personBehind(rights, sender);
  const read = isCaller(sender)
    ? await inWorkspace(rights, person, sender.owner.id, () => sender.owner.sealer)
    : person;
  await expectMay(rights, read);
  return { ...sender, ...read };
}

/** The same for what was prepared before: also throws if the caller sees less, or other records, than then. */
export async function seesStill(rights: Rights, sender: Person): Promise<void> {
  const now = await mayStill(rights, sender);
  if (!isCaller(sender) || !isCaller(now)) return;
  if (scopeKey(now.owner) !== scopeKey(sender.owner) || (sender.owner.secrets && !now.owner.secrets))
    throw new AppError('FORBIDDEN', 'Your access to these records has just changed; nothing was done');
}

export const currentIn = <S extends Person>(tx: Tx, sender: S): Promise<S> =>
  mayStill(storedRights(tx), sender);

export const expectCurrent = (tx: Tx, caller: Caller): Promise<void> => seesStill(storedRights(tx), caller);

/** A caller whose work a job does, with the rights that they have by now. */
export async function callerLater(
  db: Db,
  sender: Sender,
  workspaceId: string,
  sealer: Sealer,
): Promise<Caller> {
  const rights = storedRights(db);
  const caller = await inWorkspace(rights, await personBehind(rights, sender), workspaceId, () => sealer);
  expectPermitted(caller);
  return caller;
}

/** Rights come from a cache that is at most five seconds old, and must not be older than ten when they are used. */
const validMs = 3000;

/** The same at the end of work, which costs nothing unless the work took long. */
export async function expectStillCurrent(tx: Tx, caller: Caller): Promise<void> {
  if (performance.now() - caller.readAt > validMs) await expectCurrent(tx, caller);
}

/**
 * Runs work that changes access, in a transaction that first reads the sender's rights again. Until it ends, the sender
 * and the other people that it concerns are locked: nobody takes the sender's rights away or counts on theirs meanwhile.
 */
export const asSender = <S extends Person, T>(
  db: Db,
  sender: S,
  work: (tx: Tx, sender: S) => Promise<T>,
  others: readonly string[] = [],
): Promise<T> =>
  transaction(db, async (tx) => {
    // Always in the same order, so that two never wait for each other.
    for (const id of [...new Set([sender.principal.userId, ...others])].sort()) await lockPerson(tx, id);
    return work(tx, await currentIn(tx, sender));
  });
