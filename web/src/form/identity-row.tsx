import type { Identity } from '@quartermaster/contract/oidc/oidc.schema';
import { PanelRow } from '../records/panel-list.tsx';
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
    <PanelRow
      name={issuer.replace(/^https?:[/][/]/, '')}
      title={issuer}
      detail={`Linked ${linked} · ${lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`}`}
    >
      <Button busy={isRemoving} aria-label={`Remove the sign-in linked ${linked}`} onClick={onRemove}>
        Remove
      </Button>
    </PanelRow>
  );
};
