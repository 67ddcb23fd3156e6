/** The roles of a member in a workspace, from least to most powerful. */
export const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** What members may do in a workspace, and which roles include it. */
export const permissions = {
  read: ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'],
  /** Members with other roles can be given it individually. */
  secrets: ['ADMIN', 'OWNER'],
  write: ['EDITOR', 'ADMIN', 'OWNER'],
  /** Members, invitations, everyone's tokens, the logs, the workspace's name. */
  manage: ['ADMIN', 'OWNER'],
  /** Adding and removing owners, deleting the workspace. */
  own: ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof permissions;

/** The permissions that an API token can have. Everything else needs a person in a session. */
export const tokenPermissions = ['read', 'write', 'secrets'] as const satisfies readonly Permission[];
export type TokenPermission = (typeof tokenPermissions)[number];

/**
 * Who may send a request: anyone; a person in a session, in any workspace or none; an administrator of the installation
 * in a session; a member of the workspace in a session; or whoever has a permission in the workspace.
 */
export type Access = 'public' | 'session' | 'administrator' | 'member' | Permission;

/** A person's rights in a workspace. */
export interface Rights {
  role: Role;
  secrets: boolean;
}

const hasRole = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role);

export const may = ({ role, secrets }: Rights, permission: Permission): boolean =>
  hasRole(role, permission) || (permission === 'secrets' && secrets);

/** Whether a role always reads secrets and sees every record. */
export const isUnrestricted = (role: Role): boolean => hasRole(role, 'manage');

/** Whether `role` is no higher than `other`. */
export const isAtMost = (role: Role, other: Role): boolean => roles.indexOf(role) <= roles.indexOf(other);
