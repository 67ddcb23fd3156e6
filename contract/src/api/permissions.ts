/** The roles of a member in a workspace. */
export const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** What members may do with the records of a workspace, and which roles may. */
export const permissions = {
  read: ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'],
  write: ['EDITOR', 'ADMIN', 'OWNER'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof permissions;

/** Who may send a request: anyone, a person in a session of their own, or a member with a permission. */
export type Access = 'public' | 'session' | Permission;

export const may = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role);
