/** The roles of a member in a workspace, from the least to the most. */
export const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** What members may do in a workspace, and which roles may. */
export const permissions = {
  read: ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'],
  /** Of the other roles each member has it or not. */
  secrets: ['ADMIN', 'OWNER'],
  write: ['EDITOR', 'ADMIN', 'OWNER'],
  /** Members, invitations, everyone's tokens, the logs, the workspace's name. */
  manage: ['ADMIN', 'OWNER'],
  /** Makes and unmakes owners, deletes the workspace. */
  own: ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof permissions;

/** What an API token can be given. Everything else is a person's, in a session. */
export const tokenPermissions = ['read', 'write', 'secrets'] as const satisfies readonly Permission[];
export type TokenPermission = (typeof tokenPermissions)[number];

/**
 * Who may send a request: anyone; a person in a session, whatever their workspaces; an administrator of the
 * installation in a session; a member of the workspace in a session; or whoever has a permission in the workspace.
 */
export type Access = 'public' | 'session' | 'administrator' | 'member' | Permission;

/** What a person may do in a workspace. */
export interface Rights {
  role: Role;
  secrets: boolean;
}

const hasRole = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role);

export const may = ({ role, secrets }: Rights, permission: Permission): boolean =>
  hasRole(role, permission) || (permission === 'secrets' && secrets);

/** Whether the role reads secrets and sees everything, whatever else is said of the member. */
export const isUnrestricted = (role: Role): boolean => hasRole(role, 'manage');

/** Whether `role` is at most `other`. */
export const isAtMost = (role: Role, other: Role): boolean => roles.indexOf(role) <= roles.indexOf(other);
