import { FilterChip } from './filter-chip.tsx';
import { shownName } from '../records/record-name.tsx';
import type { Related } from './use-list-state.ts';
import { useRelations } from '../records/use-relations.ts';

/** The record with which all rows of a list are connected, by its name. */
export default function RelatedFilter({ to, remove }: Related) {
  const { data } = useRelations(to);
  const words = `Connected with ${data ? shownName(data.area, data.record.name) : '…'}`;
  return (
    <FilterChip removeLabel={`Remove filter ${words}`} onRemove={remove}>
      {words}
    </FilterChip>
  );
}
