import type { Tag } from '@quartermaster/contract/rules/tags';
import { tagKey } from '@quartermaster/contract/rules/tags';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';

export interface CountedTag {
  tag: Tag;
  count: number;
}

/** Each tag once, the most frequent first. */
export function countTags(tags: readonly Tag[]): CountedTag[] {
  const counts = new Map<string, CountedTag>();
  for (const tag of tags) {
    const known = counts.get(tagKey(tag));
    if (known) known.count += 1;
    else counts.set(tagKey(tag), { tag, count: 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** In the shape of tag suggestions. */
export function groupTags(tags: readonly Tag[]): AvailableTags {
  const groups = new Map<string, Set<string>>();
  for (const { type, value } of tags) groups.set(type, (groups.get(type) ?? new Set()).add(value));
  return [...groups].map(([type, values]) => ({ type, values: [...values] }));
}
