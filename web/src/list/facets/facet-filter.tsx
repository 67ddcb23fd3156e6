import { ChevronDown } from 'lucide-react';
import { createContext, useContext } from 'react';
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

/** The class of a control that opens a filter's choices. */
export const filterLook = (isSet: boolean): string =>
  `inline-flex h-8 items-center gap-1.5 rounded-md border px-3 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent ${
    isSet
      ? 'border-accent bg-accent-soft text-accent-text'
      : 'border-line bg-surface text-ink hover:bg-sunken'
  }`;

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
    <NativeFilter
      label={label}
      text={chosen ? `${label}: ${chosen.label}` : (allLabel ?? label)}
      allLabel={allLabel ?? 'All'}
      options={options}
      value={chosen?.value}
      onChange={onChange}
    />
  );
}

/** A filter without a control, set by links, stats and views: a chip while it is set. */
export const ChipFilter = (props: FacetFilterProps) => (
  <FoldedFilters value>
    <FacetFilter {...props} />
  </FoldedFilters>
);

interface NativeFilterProps extends Omit<FacetFilterProps, 'allLabel'> {
  /** The visible text. */
  text: string;
  allLabel: string;
}

/** A transparent native select on top gives every device its own picker. */
export const NativeFilter = ({ label, text, options, value, onChange, allLabel }: NativeFilterProps) => (
  <span className={`relative ${filterLook(value !== undefined)}`}>
    <span aria-hidden className="max-w-56 clipped">
      {text}
    </span>
    <ChevronDown size={14} aria-hidden className="text-ink-3" />
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
    >
      <option value="">{allLabel}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
);
