import { isWholeTag, joinTags, parseTag, tagElements } from '@quartermaster/contract/rules/tags';

/** Tags that a list is filtered by, as the API takes them: all of `tags` must match, of each type in `tagsAny` any. */
export interface TagFilter {
  /** `type:value`, or a bare word. */
  tags: readonly string[];
  /** `type:value` */
  tagsAny: readonly string[];
}

export const noTags: TagFilter = { tags: [], tagsAny: [] };

const elementsOf = (value: unknown) => tagElements(typeof value === 'string' ? value : '');

/** Reads the parameters of an address. */
export const readTags = (params: Record<string, unknown>): TagFilter => ({
  tags: elementsOf(params['tags']),
  tagsAny: elementsOf(params['tagsAny']).filter(isWholeTag),
});

/** The parameters of an address, or of a query. */
export const writeTags = ({ tags, tagsAny }: TagFilter): Record<string, string> => ({
  ...(tags.length > 0 && { tags: joinTags(tags) }),
  ...(tagsAny.length > 0 && { tagsAny: joinTags(tagsAny) }),
});

const typeOf = (element: string): string => parseTag(element).type;

/** The tags of which any may match, by their type. */
export const groupedByType = (tagsAny: readonly string[]): string[][] => [
  ...Map.groupBy(tagsAny, typeOf).values(),
];

/** The same filter, with each tag that is the only one of its type where others of the type can be added to it. */
export function openToMore({ tags, tagsAny }: TagFilter): TagFilter {
  const ofType = (type: string) =>
    [...tags, ...tagsAny].filter((element) => isWholeTag(element) && typeOf(element) === type);
  const alone = tags.filter((element) => isWholeTag(element) && ofType(typeOf(element)).length === 1);
  return { tags: tags.filter((element) => !alone.includes(element)), tagsAny: [...tagsAny, ...alone] };
}

/** The filter once exactly these tags are chosen in its list: one that is added may match instead of others of its type. */
export function withChosen(filter: TagFilter, chosen: readonly string[]): TagFilter {
  const tags = openToMore(filter).tags.filter((element) => chosen.includes(element));
  return { tags, tagsAny: chosen.filter((element) => !tags.includes(element)) };
}

/** The filter once a tag must match, too. */
export function narrowedTo({ tags, tagsAny }: TagFilter, element: string): TagFilter {
  if (!tagsAny.includes(element)) return { tags: [...new Set([...tags, element])], tagsAny };
  const others = tagsAny.filter((other) => typeOf(other) !== typeOf(element));
  return { tags, tagsAny: [...others, element] };
}

/** The filter without an element of `tags` or of `tagsAny`. */
export const withoutTag = (filter: TagFilter, list: keyof TagFilter, element: string): TagFilter => ({
  ...filter,
  [list]: filter[list].filter((other) => other !== element),
});
