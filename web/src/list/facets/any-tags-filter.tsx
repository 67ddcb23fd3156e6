import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { FacetTrigger } from './facet-trigger.tsx';

interface AnyTagsFilterProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** A filter by tags of records of all kinds, all of which must match. */
export function AnyTagsFilter({ tags, onChange }: AnyTagsFilterProps) {
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
      chosen={tags}
      onChosen={onChange}
      onWanted={() => setWanted(true)}
    />
  );
}
