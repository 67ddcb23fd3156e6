import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { withChosen } from '../../records/tag-filter.ts';
import { FacetTrigger } from './facet-trigger.tsx';
import type { TagState } from './tag-filters.tsx';

/** A filter by tags of records of all kinds: any of several of one type, all of several types. */
export function AnyTagsFilter({ state }: { state: TagState }) {
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({ ...routeQuery(client.tags.list), enabled: isWanted });
  const options = data?.tags.map(({ type, value }) => ({
    key: `${type}:${value}`,
    words: value,
    group: type,
  }));
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
