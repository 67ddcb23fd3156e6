import { createContext, useContext } from 'react';
import { FacetTrigger } from './facet-trigger.tsx';
import { FilterChip } from './filter-chip.tsx';

export interface Choice {
  value: string;
  label: string;
}

/** The choices of a filter by a flag. */
export const flagChoices = (on: string, off: string): Choice[] => [
  { value: 'true', label: on },
  { value: 'false', label: off },
];

/** What a single-choice filter says. */
export interface FacetWords {
  /** The filter's name: 'Status'. */
  label: string;
  options: readonly Choice[];
  /** The label when nothing is chosen: 'All Hostings'. */
  allLabel?: string;
}

export interface FacetFilterProps extends FacetWords {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Whether filters are folded away, so that chosen values show as chips. */
export const FoldedFilters = createContext(false);

/** A single-choice filter. */
export function FacetFilter({ label, options, value, onChange, allLabel }: FacetFilterProps) {
  const chosen = options.find((option) => option.value === value);
  if (useContext(FoldedFilters)) {
    const words = chosen && `${label}: ${chosen.label}`;
    return (
      words && (
        <FilterChip removeLabel={`Remove filter ${words}`} onRemove={() => onChange(undefined)}>
          {words}
        </FilterChip>
      )
    );
  }
  return (
    <FacetTrigger
      isSingle
      label={label}
      text={chosen ? `${label}: ${chosen.label}` : (allLabel ?? label)}
      allLabel={allLabel ?? 'All'}
      options={options.map((option) => ({ key: option.value, words: option.label }))}
      chosen={chosen ? [chosen.value] : []}
      onChosen={([key]) => onChange(key)}
    />
  );
}

/** A filter without a control, set by links, stats and views: a chip while it is set. */
export const ChipFilter = (props: FacetFilterProps) => (
  <FoldedFilters value>
    <FacetFilter {...props} />
  </FoldedFilters>
);
