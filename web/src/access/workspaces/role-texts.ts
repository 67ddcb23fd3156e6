import type { Role } from '@quartermaster/contract/api/permissions';

/** The label of a role, and a line about what it may do. */
export const roleTexts: Readonly<Record<Role, { label: string; hint: string }>> = {
  VIEWER: { label: 'Viewer', hint: 'Reads records, searches and exports.' },
  EDITOR: { label: 'Editor', hint: 'Also creates, changes, deletes and imports records.' },
  ADMIN: { label: 'Admin', hint: 'Also reads all secrets and manages members, tokens and the workspace.' },
  OWNER: { label: 'Owner', hint: 'Also adds other owners and can delete the workspace.' },
};
