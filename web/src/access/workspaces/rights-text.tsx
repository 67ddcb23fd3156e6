import { isUnrestricted } from '@quartermaster/contract/api/permissions';
import type { Member } from '@quartermaster/contract/members/members.schema';
import { Badge } from '../../ui/badge.tsx';
import { roleTexts } from './role-texts.ts';

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
