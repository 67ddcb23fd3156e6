import type { Identity } from '@quartermaster/contract/oidc/oidc.schema';
import { Button } from '../ui/button.tsx';
import { formatDateTime } from '../ui/format.ts';

interface IdentityRowProps {
  identity: Identity;
  isRemoving?: boolean;
  onRemove: () => void;
}

/** Somebody at an identity provider who signs in to the account. */
export const IdentityRow = ({ identity, isRemoving = false, onRemove }: IdentityRowProps) => {
  const { issuer, createdAt, lastUsedAt } = identity;
  const linked = formatDateTime(createdAt);
  return (
    <li className="flex min-h-14 items-center gap-2 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="clipped font-medium" title={issuer}>
          {issuer.replace(/^https?:[/][/]/, '')}
        </p>
        <p className="text-xs text-ink-2">
          Linked {linked} · {lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`}
        </p>
      </div>
      <Button busy={isRemoving} aria-label={`Remove the sign-in linked ${linked}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
};
