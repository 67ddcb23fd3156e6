import { X } from 'lucide-react';

interface TagFiltersProps {
  /** As `type:value`. */
  tags: readonly string[];
  onRemove: (tag: string) => void;
}

/** The tags that a list is filtered by, each with a way back. */
export const TagFilters = ({ tags, onRemove }: TagFiltersProps) =>
  tags.map((tag) => (
    <span
      key={tag}
      className="inline-flex h-8 items-center gap-1 rounded-md border border-accent bg-accent-soft pl-3 text-sm font-medium text-accent-text"
    >
      <span className="max-w-56 truncate">Tag: {tag}</span>
      <button
        type="button"
        aria-label={`Remove filter ${tag}`}
        onClick={() => onRemove(tag)}
        className="grid size-7 place-items-center rounded hover:bg-surface/60"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  ));
