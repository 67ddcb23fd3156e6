import { FilterChip } from './filter-chip.tsx';

interface TagFiltersProps {
  /** As `type:value`. */
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Chips of the tag filters, each with a remove button. */
export const TagFilters = ({ tags, onChange }: TagFiltersProps) =>
  tags.map((tag) => (
    <FilterChip
      key={tag}
      removeLabel={`Remove filter ${tag}`}
      onRemove={() => onChange(tags.filter((other) => other !== tag))}
    >
      Tag: {tag}
    </FilterChip>
  ));
