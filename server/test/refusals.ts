import type { Route } from '@quartermaster/contract/api/route';
import { type Rights, may, permissions } from '@quartermaster/contract/api/permissions';

/** Whether an endpoint is for the members of a workspace. */
export const isOfMembers = ({ access }: Pick<Route, 'access'>): boolean =>
  !['public', 'session', 'administrator'].includes(access);

/** The refusal of a member by the contract's table; null if it permits the request. */
export function refusalOf({ access }: Pick<Route, 'access'>, rights: Rights): string | null {
  if (access === 'public' || access === 'session' || access === 'administrator' || access === 'member')
    return null;
  if (may(rights, access)) return null;
  if (access === 'secrets')
    return 'This needs the right to read secrets in the workspace, which you do not have';
  return `This needs the role ${permissions[access].join(' or ')} in the workspace; yours is ${rights.role}`;
}
