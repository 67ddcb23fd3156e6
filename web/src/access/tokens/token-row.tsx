import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatRelative } from '../../ui/format.ts';
import { useTime } from '../../ui/use-time.ts';
import { permissionTexts } from './token-texts.ts';

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
    <li className="flex min-h-14 items-center gap-x-3 gap-y-1.5 px-4 py-2 max-md:flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="clipped font-medium">{name}</p>
        <p className="text-xs text-ink-2">
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
          <p className="text-xs text-ink-2">
            only from <span className="font-mono wrap-anywhere">{addresses.join(', ')}</span>
          </p>
        )}
      </div>
      <span className="flex flex-wrap items-center gap-1.5 max-md:order-last max-md:w-full md:max-w-1/2 md:justify-end">
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
      </span>
      <Button aria-label={`End the token ${name}`} onClick={onEnd}>
        End
      </Button>
    </li>
  );
}
