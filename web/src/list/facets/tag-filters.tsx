import { groupedByType, withoutTag } from '../../records/tag-filter.ts';
import type { ListState } from '../use-list-state.ts';
import { FilterChip } from './filter-chip.tsx';

/** What a filter by tags needs of a list's state. */
export type TagState = Pick<ListState, 'tags' | 'tagsAny' | 'setTags'>;

/** Chips of the tags that a list is filtered by, each with a remove button. */
export function TagFilters({ state }: { state: TagState }) {
  const chip = (list: 'tags' | 'tagsAny', tag: string, words: string) => (
    <FilterChip
      key={`${list} ${tag}`}
      removeLabel={`Remove filter ${tag}`}
      onRemove={() => state.setTags(withoutTag(state, list, tag))}
    >
      {words} {tag}
    </FilterChip>
  );
  return (
    <>
      {state.tags.map((tag) => chip('tags', tag, 'Tag:'))}
      {groupedByType(state.tagsAny).flatMap((tags) =>
        tags.map((tag, at) => chip('tagsAny', tag, at === 0 ? 'Tag:' : 'or')),
      )}
    </>
  );
}
