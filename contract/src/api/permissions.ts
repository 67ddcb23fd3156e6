/** The roles of a member in a workspace, from least to most powerful. */
export const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

export type Permission = 'read' | 'secrets' | 'write' | 'manage' | 'own';

interface Holders {
  roles: readonly Role[];
  /** Permissions that come with this one, for members and API tokens alike. */
  includes?: readonly Permission[];
}

/** What members may do in a workspace, and which roles may. */
export const permissions: Readonly<Record<Permission, Holders>> = {
  read: { roles },
  /** Members with other roles can be given it individually. */
  secrets: { roles: [] },
  write: { roles: ['EDITOR', 'ADMIN', 'OWNER'] },
  /** Who has access (members, invitations, everyone's tokens), the logs, tags as a whole, and what is deleted for ever. */
  manage: { roles: ['ADMIN'], includes: ['secrets'] },
  /** Adding and removing owners, deleting the workspace. */
  own: { roles: ['OWNER'], includes: ['manage'] },
};

/** The permissions that an API token can have. Everything else needs a person in a session. */
export const tokenPermissions = ['read', 'write', 'secrets'] as const satisfies readonly Permission[];
export type TokenPermission = (typeof tokenPermissions)[number];

/** What a route needs in a workspace: a member in a session, or a permission. */
export type Need = 'member' | Permission;

/**
 * Who may send a request: anyone; a person in a session, in any workspace or none; an administrator of the installation
 * in a session; or whoever meets a need in the workspace, or all of several.
 */
export type Access = 'public' | 'session' | 'administrator' | Need | readonly [Need, ...Need[]];

/** What a route needs in a workspace; nothing if it concerns none. */
export function needsOf(access: Access): readonly Need[] {
  if (access === 'public' || access === 'session' || access === 'administrator') return [];
  return typeof access === 'string' ? [access] : access;
}

/** Whether a permission is another or includes it. */
const covers = (given: Permission, needed: Permission): boolean =>
  given === needed || (permissions[given].includes ?? []).some((each) => covers(each, needed));

/** Whether permissions of an API token meet a need. */
export const isCovered = (given: readonly Permission[], need: Need): boolean =>
  need !== 'member' && given.some((each) => covers(each, need));

/** A person's rights in a workspace. */
export interface Rights {
  role: Role;
  secrets: boolean;
}

const hasRole = (role: Role, needed: Permission): boolean =>
  Object.entries(permissions).some(
    ([given, holders]) => holders.roles.includes(role) && covers(given as Permission, needed),
  );

export const rolesWith = (needed: Permission): readonly Role[] =>
  roles.filter((role) => hasRole(role, needed));

export const may = ({ role, secrets }: Rights, needed: Permission): boolean =>
  hasRole(role, needed) || (secrets && covers('secrets', needed));

/** Whether a role always reads secrets and sees every record. */
export const isUnrestricted = (role: Role): boolean => hasRole(role, 'manage');

/** Whether `role` is no higher than `other`. */
export const isAtMost = (role: Role, other: Role): boolean => roles.indexOf(role) <= roles.indexOf(other);
