import type { Role } from '@quartermaster/contract/api/permissions';

/** What a role is called and what it may do, in one line. */
export const roleTexts: Readonly<Record<Role, { label: string; hint: string }>> = {
  VIEWER: { label: 'Viewer', hint: 'Reads records, searches and exports.' },
  EDITOR: { label: 'Editor', hint: 'Also creates, changes, deletes and imports records.' },
  ADMIN: { label: 'Admin', hint: 'Also reads all secrets and manages members, tokens and the workspace.' },
  OWNER: { label: 'Owner', hint: 'Also makes other owners and can delete the workspace.' },
};
