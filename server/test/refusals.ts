import type { Route } from '@quartermaster/contract/api/route';
import { type Rights, may, needsOf, rolesWith } from '@quartermaster/contract/api/permissions';

/** Whether an endpoint is for the members of a workspace. */
export const isOfMembers = ({ access }: Pick<Route, 'access'>): boolean => needsOf(access).length > 0;

/** The refusal of a member by the contract's table; null if it permits the request. */
export function refusalOf({ access }: Pick<Route, 'access'>, rights: Rights): string | null {
  const missing = needsOf(access).find((need) => need !== 'member' && !may(rights, need));
  if (missing === undefined || missing === 'member') return null;
  if (missing === 'secrets')
    return 'This needs the right to read secrets in the workspace, which you do not have';
  return `This needs the role ${rolesWith(missing).join(' or ')} in the workspace; yours is ${rights.role}`;
}
