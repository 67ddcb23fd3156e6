import { useContext } from 'react';
import { CheckLabel } from '../../ui/check-label.tsx';
import { FoldedFilters } from './facet-filter.tsx';
import { FilterChip } from './filter-chip.tsx';

interface CheckFilterProps {
  label: string;
  /** The filter's description when it is off. */
  offLabel: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A checkbox filter that is on by default. */
export function CheckFilter({ label, offLabel, isOn, onChange }: CheckFilterProps) {
  const isFolded = useContext(FoldedFilters);
  if (isFolded)
    return (
      !isOn && (
        <FilterChip removeLabel={`Remove filter ${offLabel}`} onRemove={() => onChange(true)}>
          {offLabel}
        </FilterChip>
      )
    );
  return (
    <span className="pr-2 text-sm">
      <CheckLabel checked={isOn} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </CheckLabel>
    </span>
  );
}
