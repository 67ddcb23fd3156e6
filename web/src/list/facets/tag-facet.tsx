import { useContext, useState } from 'react';
import { openToMore, withChosen, writeTags } from '../../records/tag-filter.ts';
import { FoldedFilters } from './facet-filter.tsx';
import { FacetTrigger } from './facet-trigger.tsx';
import type { TagState } from './tag-filters.tsx';
import { type FilteredPage, useFacets } from './use-facets.ts';

interface TagFacetProps {
  page: FilteredPage & { state: TagState };
}

/** A filter by tags: any of several of one type, all of several types. Chips beside it show the chosen ones. */
export function TagFacet({ page: { entity, state } }: TagFacetProps) {
  const [isWanted, setWanted] = useState(false);
  // The same records, but counted with what else could be chosen of the types.
  const { tags: _, tagsAny: __, ...others } = state.query;
  const query = { ...others, ...writeTags(openToMore(state)) };
  const facets = useFacets({ entity, state: { query, asked: state.asked } }, isWanted);
  if (useContext(FoldedFilters)) return null;
  const options = facets?.tagsByType.flatMap(({ type, values }) =>
    values.map(({ value, count }) => ({ key: `${type}:${value}`, words: value, count, group: type })),
  );
  return (
    <FacetTrigger
      label="Tags"
      text="Tags"
      allLabel="All"
      options={options}
      chosen={[...state.tags, ...state.tagsAny]}
      onChosen={(chosen) => state.setTags(withChosen(state, chosen))}
      onWanted={() => setWanted(true)}
    />
  );
}
