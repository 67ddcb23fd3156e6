import type { Entity } from '@quartermaster/contract/api/entity';
import { type Access, may, permissions } from '@quartermaster/contract/api/permissions';
import { globalOwner } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import { type Owner, globalWriter } from './owner.ts';
import type { Caller } from './caller.ts';

const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);

/** Throws FORBIDDEN unless the caller may send requests of this access. */
export function permit({ principal, membership: { role } }: Caller, access: Exclude<Access, 'public'>): void {
  if (access === 'session') {
    if (principal.kind !== 'session') throw forbidden('This needs a sign-in');
  } else if (!may(role, access)) {
    const needed = permissions[access].join(' or ');
    throw forbidden(`This needs the role ${needed} in the workspace; yours is ${role}`);
  }
}

/** As whom a caller writes a record: everyone sees global ones, so that only an administrator writes them. */
export function writerOf(caller: Caller, { many }: Entity, ownerId: string): Owner {
  if (ownerId !== globalOwner) return caller.owner;
  if (!caller.isAdministrator) throw forbidden(`Only an administrator can write global ${many}`);
  return globalWriter(caller.principal);
}
