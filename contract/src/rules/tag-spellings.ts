import { folded } from './folded.ts';
import { limits } from './limits.ts';
import type { TagName } from './tags.ts';

/** What spellings of a tag have in common: case, accents, width and blanks of its value make no difference. '': it is no tag. */
export function tagSpellingKey({ type, value }: TagName): string {
  if (type.length > limits.tagType || value.length > limits.tagValue) return '';
  const plain = folded(value).replaceAll(/\s+/g, '');
  return plain === '' ? '' : JSON.stringify([type.normalize(), plain]);
}

/** Tags that are spellings of one. */
export interface LookAlikes<T extends TagName> {
  /** The most used one; of several, the first. */
  into: T;
  others: T[];
}

/** The tags that have look-alikes, in their order. */
export const lookAlikes = <T extends TagName>(
  tags: readonly T[],
  usesOf: (tag: T) => number,
): LookAlikes<T>[] =>
  [...Map.groupBy(tags, tagSpellingKey)].flatMap(([key, some]) => {
    const [into, ...others] = some.toSorted((one, other) => usesOf(other) - usesOf(one));
    return key !== '' && into && others.length > 0 ? [{ into, others }] : [];
  });
