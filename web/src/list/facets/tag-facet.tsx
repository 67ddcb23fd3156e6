import { useContext, useState } from 'react';
import { FoldedFilters } from './facet-filter.tsx';
import { FacetTrigger } from './facet-trigger.tsx';
import type { ListState } from '../use-list-state.ts';
import { type FilteredPage, useFacets } from './use-facets.ts';

interface TagFacetProps {
  page: FilteredPage & { state: Pick<ListState, 'tags' | 'setTags'> };
}

/** A filter by tags, all of which must match. Chips beside it show the chosen ones. */
export function TagFacet({ page }: TagFacetProps) {
  const { tags, setTags } = page.state;
  const [isWanted, setWanted] = useState(false);
  const facets = useFacets(page, isWanted);
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
      chosen={tags}
      onChosen={setTags}
      onWanted={() => setWanted(true)}
    />
  );
}
