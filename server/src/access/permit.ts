import type { Entity } from '@quartermaster/contract/api/entity';
import {
  type Access,
  type Need,
  isCovered,
  may,
  needsOf,
  rolesWith,
  tokenPermissions,
} from '@quartermaster/contract/api/permissions';
import { limits } from '@quartermaster/contract/rules/limits';
import { globalOwner } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import { type Owner, globalWriter } from './owner.ts';
import { type Caller, type Person, isCaller } from './caller.ts';
import type { Membership } from './memberships.ts';
import type { ApiToken, Principal } from './principal.ts';

const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);

/** Throws FORBIDDEN for an API token. */
export const onlyInSession = (principal: Principal): void => {
  if (principal.kind !== 'session') throw forbidden('This needs a sign-in; an API token may not do it');
};

/** Throws FORBIDDEN unless the person may send requests of this access in any workspace. */
export function permitPerson({ principal, isAdministrator }: Person, access: Access): void {
  onlyInSession(principal);
  if (access === 'administrator' && !isAdministrator)
    throw forbidden('This needs an administrator of the installation');
}

function permitToken({ permissions }: ApiToken, needs: readonly Need[]): void {
  const missing = needs.find((need) => !isCovered(permissions, need));
  if (missing !== undefined)
    throw forbidden(
      `This needs an API token with the permission ${missing}; this one has ${permissions.join(', ')}`,
    );
}

function permitMember(membership: Membership, need: Need): void {
  if (need === 'member' || may(membership, need)) return;
  if (need === 'secrets')
    throw forbidden('This needs the right to read secrets in the workspace, which you do not have');
  throw forbidden(
    `This needs the role ${rolesWith(need).join(' or ')} in the workspace; yours is ${membership.role}`,
  );
}

/** Throws FORBIDDEN, naming what is missing, unless the caller meets all needs of a route. */
export function permit({ principal, membership, token }: Caller, access: Access): void {
  const needs = needsOf(access);
  if (!needs.every((need) => isCovered(tokenPermissions, need))) onlyInSession(principal);
  else if (token) permitToken(token, needs);
  for (const need of needs) permitMember(membership, need);
}

/** Whether the caller meets all needs of a route. */
export function isPermitted(caller: Caller, access: Access): boolean {
  try {
    permit(caller, access);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Throws FORBIDDEN if a scope hides some of the workspace's records from the caller. */
export function expectUnscoped({ owner }: Caller): void {
  if (owner.scopes.length > 0)
    throw forbidden('This needs access to all records of the workspace; yours is limited to some tags');
}

/** Throws FORBIDDEN unless the sender meets the demands of the route, apart from the confirmation. */
export function expectPermitted(sender: Person): void {
  const { access, unscoped } = sender.demands;
  if (!isCaller(sender) || needsOf(access).length === 0) return permitPerson(sender, access);
  permit(sender, access);
  if (unscoped) expectUnscoped(sender);
}

export const confirmedMs = limits.confirmedMinutes * 60_000;

/** Whether the person proved their identity recently. Accepts times ahead, as the clock may have been set back. */
export const isConfirmed = ({ confirmedAt }: Pick<Person, 'confirmedAt'>): boolean =>
  Math.abs(Date.now() - (confirmedAt ?? 0)) <= confirmedMs;

export function expectConfirmed(person: Pick<Person, 'confirmedAt'>): void {
  if (!isConfirmed(person)) throw new AppError('CONFIRM_REQUIRED', 'Confirm that it is you first');
}

/** The owner to write a record as. Everyone sees global records, so only an administrator writes them. */
export function writerOf(caller: Caller, { many }: Entity, ownerId: string): Owner {
  if (ownerId !== globalOwner) return caller.owner;
  if (!caller.isAdministrator) throw forbidden(`Only an administrator can write global ${many}`);
  return globalWriter(caller.principal);
}
