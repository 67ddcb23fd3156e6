import { shownName } from '@quartermaster/contract/rules/domain-name';
import { FilterChip } from './filter-chip.tsx';
import type { Related } from '../use-list-state.ts';
import { useRelations } from '../../records/use-relations.ts';

/** The chip of the filter by a connected record. */
export default function RelatedFilter({ to, remove }: Related) {
  const { data } = useRelations(to);
  const words = `Connected with ${data ? shownName(data.area, data.record.name) : '…'}`;
  return (
    <FilterChip removeLabel={`Remove filter ${words}`} onRemove={remove}>
      {words}
    </FilterChip>
  );
}
