import { isUnrestricted, type Role } from '@quartermaster/contract/api/permissions';
import type { Member } from '@quartermaster/contract/members/members.schema';
import { Badge } from '../../ui/badge.tsx';

/** The label of a role, and a line about what it may do. */
export const roleTexts: Readonly<Record<Role, { label: string; hint: string }>> = {
  VIEWER: { label: 'Viewer', hint: 'Reads records, searches and exports.' },
  EDITOR: { label: 'Editor', hint: 'Also creates, changes, deletes and imports records.' },
  ADMIN: { label: 'Admin', hint: 'Also reads all secrets and manages members, tokens and the workspace.' },
  OWNER: { label: 'Owner', hint: 'Also adds other owners and can delete the workspace.' },
};

/** The rights of a member or invited person as badges; rights that the reader may not see are null. */
export const RightsText = ({ role, secrets, scope }: Pick<Member, 'role' | 'secrets' | 'scope'>) => (
  <span className="flex flex-wrap items-center gap-1.5">
    <Badge tone={isUnrestricted(role) ? 'violet' : 'mute'}>{roleTexts[role].label}</Badge>
    {!isUnrestricted(role) && secrets !== null && (
      <Badge tone={secrets ? 'warn' : 'mute'}>{secrets ? 'Secrets' : 'No secrets'}</Badge>
    )}
    {scope?.map(({ type, value }) => (
      <Badge key={`${type}:${value}`} tone="info">
        {type}:{value}
      </Badge>
    ))}
  </span>
);
