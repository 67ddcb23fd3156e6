import { Cloud, Plus, SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NoCdnAccountsProps {
  onAdd: () => void;
  /** Undefined if there is nothing to clear. */
  onClear: (() => void) | undefined;
  /** Set if there are accounts, but none is active. */
  onShowAll: (() => void) | undefined;
}

const title = 'No CDN accounts found';

export function NoCdnAccounts({ onAdd, onClear, onShowAll }: NoCdnAccountsProps) {
  if (onClear || onShowAll)
    return (
      <EmptyState
        icon={SearchX}
        title={title}
        body="No CDN accounts match your filters. Try adjusting your search criteria."
        action={
          onClear ? (
            <Button onClick={onClear}>Clear Filters</Button>
          ) : (
            <Button onClick={onShowAll}>Show All Accounts</Button>
          )
        }
      />
    );
  return (
    <EmptyState
      icon={Cloud}
      title={title}
      body="Get started by adding your first CDN account."
      action={
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          Add First CDN Account
        </Button>
      }
    />
  );
}
