import type { ListState } from '../use-list-state.ts';
import { FilterChip } from './filter-chip.tsx';

/** The filter by comments that look like they hold a password, which the dashboard links to. */
export function SecretCommentFilter({ state }: { state: Pick<ListState, 'filters' | 'setFilter'> }) {
  const value = state.filters['secretComment'];
  if (value === undefined) return null;
  const label = value === 'true' ? 'Passwords in comments' : 'No passwords in comments';
  return (
    <FilterChip
      removeLabel={`Remove filter ${label}`}
      onRemove={() => state.setFilter('secretComment', undefined)}
    >
      {label}
    </FilterChip>
  );
}
