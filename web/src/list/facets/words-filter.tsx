import { valuesAsked } from '@quartermaster/contract/api/filters';
import { FacetTrigger } from './facet-trigger.tsx';
import type { FacetOption } from './facet-options.ts';

interface WordsFilterProps {
  label: string;
  options: readonly FacetOption[];
  /** The chosen words, joined by commas; undefined: all. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter that takes several of a few words. */
export function WordsFilter({ label, options, value = '', onChange }: WordsFilterProps) {
  const chosen = valuesAsked(value);
  const [first, ...others] = chosen;
  const words = options.find(({ key }) => key === first)?.words;
  const more = others.length > 0 ? ` +${others.length}` : '';
  return (
    <FacetTrigger
      label={label}
      text={words === undefined ? label : `${label}: ${words}${more}`}
      allLabel="All"
      options={options}
      chosen={chosen}
      onChosen={(keys) => onChange(keys.join(',') || undefined)}
    />
  );
}
