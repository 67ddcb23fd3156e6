import { useQueries } from '@tanstack/react-query';
import { CountChip } from '../../ui/count-chip.tsx';
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
          <CountChip
            key={state}
            isPressed={isOnly}
            count={count}
            onClick={() => onState(isOnly ? undefined : state)}
          >
            {stateLabels[state]}
          </CountChip>
        );
      })}
    </div>
  );
}
