import { FilterChip } from './filter-chip.tsx';

interface TagFiltersProps {
  /** As `type:value`. */
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

/** Chips of the tag filters, each with a remove button. */
export const TagFilters = ({ tags, onRemove }: TagFiltersProps) =>
  tags.map((tag) => (
    <FilterChip key={tag} removeLabel={`Remove filter ${tag}`} onRemove={() => onRemove(tag)}>
      Tag: {tag}
    </FilterChip>
  ));
