import { isUnrestricted } from '@quartermaster/contract/api/permissions';
import { Badge } from '../../ui/badge.tsx';
import { roleTexts } from './role-texts.ts';
import type { RightsValues } from './rights-fields.tsx';

/** What a member or an invited person may, in badges. */
export const RightsText = ({ role, secrets, scope }: RightsValues) => (
  <span className="flex flex-wrap items-center gap-1.5">
    <Badge tone={isUnrestricted(role) ? 'violet' : 'mute'}>{roleTexts[role].label}</Badge>
    {!isUnrestricted(role) && (
      <Badge tone={secrets ? 'warn' : 'mute'}>{secrets ? 'Secrets' : 'No secrets'}</Badge>
    )}
    {scope.map(({ type, value }) => (
      <Badge key={`${type}:${value}`} tone="info">
        {type}:{value}
      </Badge>
    ))}
  </span>
);
