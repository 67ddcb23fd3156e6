import { useQueries } from '@tanstack/react-query';
import { formatNumber } from '../../ui/format.ts';
import { stateLabels, undatedStates } from './expiration-words.ts';
import { countQuery, withoutDays } from './expirations-query.ts';

interface UndatedProps {
  /** The filters of the list. */
  query: Record<string, string>;
  /** The chosen states. */
  states: readonly string[];
  onState: (state: string | undefined) => void;
}

/** How many have no date, by what is known instead; a click lists them. */
export function Undated({ query, states, onState }: UndatedProps) {
  const base = withoutDays(query);
  const counts = useQueries({
    queries: undatedStates.map((state) => countQuery({ ...base, state })),
  });
  const some = undatedStates
    .map((state, place) => ({ state, count: counts[place]?.data ?? 0 }))
    .filter(({ count }) => count > 0);
  if (some.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="Without a date"
      className="flex flex-wrap items-center gap-1.5 print:hidden"
    >
      <span className="text-sm text-ink-2">Without a date:</span>
      {some.map(({ state, count }) => {
        const isOnly = states.length === 1 && states[0] === state;
        return (
          <button
            key={state}
            type="button"
            aria-pressed={isOnly}
            onClick={() => onState(isOnly ? undefined : state)}
            className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-9"
          >
            {stateLabels[state]}
            <span className="font-semibold">{formatNumber(count)}</span>
          </button>
        );
      })}
    </div>
  );
}
