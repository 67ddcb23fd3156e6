import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { PanelRow } from '../../records/panel-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatRelative } from '../../ui/format.ts';
import { useTime } from '../../ui/use-time.ts';
import type { TokenPermission } from '@quartermaster/contract/api/permissions';

/** The permissions of a token, in words. */
export const permissionTexts: Record<TokenPermission, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Lists, records, search and exports, without secrets' },
  write: { label: 'Write', hint: 'Create, change, delete and import records' },
  secrets: { label: 'Read secrets', hint: 'Passwords, keys and API credentials; each is logged' },
};

interface TokenRowProps {
  token: ApiToken;
  showMaker: boolean;
  onEnd: () => void;
}

/** A token's rights, expiry and last use. */
export function TokenRow({ token, showMaker, onEnd }: TokenRowProps) {
  const { name, permissions, scope, addresses, expiresAt, lastUsedAt, lastUsedFrom, createdBy } = token;
  const used = useTime((now) =>
    lastUsedAt === null ? 'never used' : `last used ${formatRelative(lastUsedAt, now)}`,
  );
  const isExpired = useTime((now) => Number(Date.parse(expiresAt) <= now)) === 1;
  return (
    <PanelRow
      name={name}
      detail={
        <>
          <p>
            {showMaker && `${createdBy.name ?? createdBy.email} · `}
            {used}
            {lastUsedFrom !== null && (
              <>
                {' '}
                from <span className="font-mono">{lastUsedFrom}</span>
              </>
            )}
            {!isExpired && ` · until ${formatDate(expiresAt)}`}
          </p>
          {addresses.length > 0 && (
            <p>
              only from <span className="font-mono wrap-anywhere">{addresses.join(', ')}</span>
            </p>
          )}
        </>
      }
      badges={
        <>
          {isExpired && <Badge tone="bad">Expired {formatDate(expiresAt)}</Badge>}
          {permissions.map((permission) => (
            <Badge key={permission} tone={permission === 'secrets' ? 'warn' : 'mute'}>
              {permissionTexts[permission].label}
            </Badge>
          ))}
          {scope.map(({ type, value }) => (
            <Badge key={`${type}:${value}`} tone="info">
              {type}:{value}
            </Badge>
          ))}
        </>
      }
    >
      <Button aria-label={`End the token ${name}`} onClick={onEnd}>
        End
      </Button>
    </PanelRow>
  );
}
