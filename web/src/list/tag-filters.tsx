import { FilterChip } from './filter-chip.tsx';

interface TagFiltersProps {
  /** As `type:value`. */
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

/** The tags that a list is filtered by, each with a way back. */
export const TagFilters = ({ tags, onRemove }: TagFiltersProps) =>
  tags.map((tag) => (
    <FilterChip key={tag} removeLabel={`Remove filter ${tag}`} onRemove={() => onRemove(tag)}>
      Tag: {tag}
    </FilterChip>
  ));
