import { noReference, valuesAsked } from '@quartermaster/contract/api/filters';
import type { Facets } from '@quartermaster/contract/api/summaries';
import { fieldLabel, inSentence } from '@quartermaster/contract/rules/field-label';
import { useContext, useState } from 'react';
import { fieldHeading } from '../../records/entity.ts';
import { FoldedFilters } from './facet-filter.tsx';
import type { FacetOption } from './facet-options.ts';
import { FacetTrigger } from './facet-trigger.tsx';
import { FilterChip } from './filter-chip.tsx';
import type { ListState } from '../use-list-state.ts';
import { type FilteredPage, useFacets, useUncounted } from './use-facets.ts';

type Value = Facets['facets'][number]['values'][number];

interface AnyFilterProps<F extends string> {
  page: FilteredPage & { state: Pick<ListState<F>, 'filters' | 'setFilter'> };
  name: F;
  /** The filter's name: 'Registrator'; the field's by default. */
  label?: string;
  /** The label when nothing is chosen: 'All Hostings'. */
  allLabel?: string;
  /** The text of an option; its name by default. */
  words?: (value: Value) => string;
}

/** A filter that matches any of several values, chosen from those in use. */
export function AnyFilter<F extends string>(props: AnyFilterProps<F>) {
  const { page, name, allLabel, words = ({ label: text }) => text } = props;
  const { entity, state } = page;
  const { label = fieldHeading(entity, name) } = props;
  const chosen = valuesAsked(state.filters[name] ?? '');
  const [isWanted, setWanted] = useState(false);
  const facets = useFacets(page, isWanted || chosen.length > 0)?.facets;
  const counted = facets?.find(({ field }) => field === name)?.values;
  const missing = counted ? chosen.filter((key) => !counted.some((value) => value.key === key)) : [];
  const uncounted = useUncounted(entity, name, missing);
  const options = counted && [...counted, ...uncounted].map(toOption);

  function toOption(value: Value): FacetOption {
    const { key, count } = value;
    return {
      key,
      count,
      words: key === noReference ? `No ${inSentence(fieldLabel(entity.fieldLabels, name))}` : words(value),
    };
  }

  const [first = '', ...others] = chosen;
  const firstWords = options?.find(({ key }) => key === first)?.words ?? '…';
  const text = `${label}: ${firstWords}${others.length > 0 ? ` +${others.length}` : ''}`;
  const set = (keys: string[]) => state.setFilter(name, keys.join(',') || undefined);
  if (useContext(FoldedFilters))
    return (
      first !== '' && (
        <FilterChip removeLabel={`Remove filter ${text}`} onRemove={() => set([])}>
          {text}
        </FilterChip>
      )
    );
  return (
    <FacetTrigger
      label={label}
      text={first === '' ? (allLabel ?? label) : text}
      allLabel={allLabel ?? 'All'}
      options={options}
      chosen={chosen}
      onChosen={set}
      onWanted={() => setWanted(true)}
    />
  );
}

/** A filter without a control, set by links and views: a chip while it is set. */
export const AnyChip = <F extends string>(props: AnyFilterProps<F>) => (
  <FoldedFilters value>
    <AnyFilter {...props} />
  </FoldedFilters>
);
