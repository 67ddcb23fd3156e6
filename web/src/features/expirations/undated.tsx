import { useQueries } from '@tanstack/react-query';
import { CountChip } from '../../ui/count-chip.tsx';
import { undated } from './expiration-words.ts';
import { countQuery, withoutDays } from './expirations-query.ts';

interface Filters {
  state?: string | undefined;
  hasDate?: string | undefined;
}

interface UndatedProps {
  /** The filters of the list. */
  query: Record<string, string>;
  /** The chosen ones of them. */
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** How many have no date, by what is known instead, and how many a typed one only; a click lists them. */
export function Undated({ query, filters, onFilters }: UndatedProps) {
  const base = withoutDays(query);
  const counts = useQueries({ queries: undated.map((group) => countQuery({ ...base, ...group.filters })) });
  const some = undated
    .map((group, place) => ({ ...group, count: counts[place]?.data ?? 0 }))
    .filter(({ count }) => count > 0);
  const chips = (groups: typeof some) =>
    groups.map((group) => {
      const { state, hasDate } = group.filters;
      const isChosen = filters.state === state && filters.hasDate === hasDate;
      return (
        <CountChip
          key={group.words}
          isPressed={isChosen}
          count={group.count}
          onClick={() => onFilters(isChosen ? {} : group.filters)}
        >
          {group.words}
        </CountChip>
      );
    });
  const without = some.filter((group) => group.filters.hasDate === 'false');
  const typed = some.filter((group) => group.filters.hasDate === 'true');
  return (
    <>
      {without.length > 0 && (
        <div role="group" aria-label="Without a date" className={row}>
          <span className="text-sm text-ink-2">Without a date:</span>
          {chips(without)}
        </div>
      )}
      {typed.length > 0 && <div className={row}>{chips(typed)}</div>}
    </>
  );
}

const row = 'flex flex-wrap items-center gap-1.5 print:hidden';
