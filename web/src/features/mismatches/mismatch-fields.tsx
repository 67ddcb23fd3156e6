import { mismatchFields } from '@quartermaster/contract/mismatches/mismatches.routes';
import { useQueries } from '@tanstack/react-query';
import { CountChip } from '../../ui/count-chip.tsx';
import { mismatchLabels } from './mismatch-labels.ts';
import { countQuery } from './mismatches-query.ts';

interface FieldsProps {
  /** The filters of the list. */
  query: Record<string, string>;
  /** The chosen fields. */
  chosen: readonly string[];
  onField: (field: string | undefined) => void;
}

/** How many differences each field has; a click lists them. */
export function MismatchFields({ query: { field: _, ...others }, chosen, onField }: FieldsProps) {
  const all = useQueries({
    queries: mismatchFields.map((field) => countQuery({ ...others, field })),
    combine: (counts) => counts.map(({ data }) => data),
  });
  const total = all.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
  return (
    <div role="group" aria-label="Field" className="flex flex-wrap items-center gap-1.5 print:hidden">
      <CountChip isPressed={chosen.length === 0} count={total} onClick={() => onField(undefined)}>
        All
      </CountChip>
      {mismatchFields.map((field, place) => (
        <CountChip
          key={field}
          isPressed={chosen.includes(field)}
          count={all[place]}
          onClick={() => onField(field)}
        >
          {mismatchLabels[field]}
        </CountChip>
      ))}
    </div>
  );
}
