import { limits } from './limits.ts';

export interface Tag {
  type: string;
  value: string;
  /** A CSS color name or #hex, for the tag's dot. */
  color?: string | undefined;
}

/** What identifies a tag; its color belongs to the record. */
export type TagName = Pick<Tag, 'type' | 'value'>;

export const defaultTagTypes = [
  'client',
  'project',
  'priority',
  'env',
  'provider',
  'purpose',
  'region',
] as const;

/** 'type:value', split at the first colon; without one the type is 'tag'. */
export function parseTag(text: string): Tag {
  const colon = text.indexOf(':');
  if (colon < 0) return { type: 'tag', value: text.trim() };
  return { type: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

/** Trims a typed tag; 'type:value' typed into either input alone is split. */
export function splitTag({ type, value }: Tag): Tag {
  const typed = { type: type.trim(), value: value.trim() };
  const alone = typed.type === '' ? typed.value : typed.value === '' ? typed.type : '';
  return alone.includes(':') ? parseTag(alone) : typed;
}

/** As histories show a tag. */
export const tagText = ({ type, value }: TagName): string => `${type}: ${value}`;

/** Compares tags ignoring case: tags of one record must not differ in case alone. */
export const tagKey = (value: { type: string; value: string }): string =>
  `${value.type}:${value.value}`.toLowerCase();

/** A tag's new name, and its color; null: none, absent: as it was. */
export interface TagTarget {
  type: string;
  value: string;
  color?: string | null | undefined;
}

/** What becomes of a tag: it gets another name or color; null deletes it. */
export interface TagEdit extends TagName {
  to: TagTarget | null;
}

/** Filters and scopes match a tag as typed. */
export const isTag = (tag: TagName, { type, value }: TagName): boolean =>
  tag.type === type && tag.value === value;

/** A record's tags once a tag was changed. A tag with the new name becomes one with it. */
export function withTagChanged(tags: readonly Tag[], { to, ...from }: TagEdit): Tag[] {
  const others = tags.filter((tag) => !isTag(tag, from));
  const old = tags.find((tag) => isTag(tag, from));
  if (!to || !old) return others;
  const { type, value, color = (others.find((tag) => tagKey(tag) === tagKey(to)) ?? old).color } = to;
  const changed = { type, value, ...(color && { color }) };
  return tags
    .filter((tag) => tag === old || tagKey(tag) !== tagKey(to))
    .map((tag) => (tag === old ? changed : tag));
}

/** Whether an element of a `tags` filter names exactly this tag. */
export const namesTag = (element: string, tag: TagName): boolean =>
  element.includes(':') && isTag(parseTag(element), tag);

interface TagErrors {
  type?: string;
  value?: string;
  /** A conflict with the other tags. */
  list?: string;
}

const textError = (label: string, text: string, max: number): string | undefined => {
  if (text === '') return `${label} is required`;
  return text.length > max ? `${label} must be less than ${max} characters` : undefined;
};

/** Why a tag can't be added to a list; empty if it can. */
export function tagErrors(tag: Tag, list: readonly Tag[]): TagErrors {
  const type = textError('Tag type', tag.type, limits.tagType);
  const value = textError('Tag value', tag.value, limits.tagValue);
  if (type || value) return { ...(type && { type }), ...(value && { value }) };
  if (list.some((other) => tagKey(other) === tagKey(tag))) return { list: 'This tag already exists' };
  return list.length >= limits.tags ? { list: `Maximum ${limits.tags} tags allowed` } : {};
}

/** The first error, or null. */
export function tagError(tag: Tag, list: readonly Tag[]): string | null {
  const { type, value, list: other } = tagErrors(tag, list);
  return type ?? value ?? other ?? null;
}

/**
 * The distinct elements of a `tags` filter: `type:value`, or a bare word. Within one, %2C stands for a comma, which would
 * end it, and %25 for a percent sign. In NFC, as tags are stored.
 */
export const tagElements = (tags: string): string[] => [
  ...new Set(
    tags
      .split(',')
      .map((element) =>
        element
          .trim()
          .replaceAll(/%2[C5]/gi, decodeURIComponent)
          .normalize(),
      )
      .filter((element) => element !== ''),
  ),
];

/** Whether an element of a filter names one tag, so that `tagsAny` takes it. */
export const isWholeTag = (element: string): boolean =>
  element.includes(':') && Object.values(parseTag(element)).every((part) => part !== '');

/** The values in a `tagsAny` filter by their type: a record matches with any of each. */
export const valuesByType = (tagsAny: string): Map<string, string[]> => {
  const byType = Map.groupBy(tagElements(tagsAny).map(parseTag), ({ type }) => type);
  return new Map([...byType].map(([type, some]) => [type, some.map(({ value }) => value)]));
};

/** The values that tags of a type have, joined by ', '; null: there is none. */
export function valuesOfType(tags: readonly Tag[], type: string): string | null {
  const values = tags.filter((tag) => tag.type === type).map(({ value }) => value);
  return values.length === 0 ? null : values.toSorted().join(', ');
}

/** A `tags` or `tagsAny` filter of these elements. */
export const joinTags = (elements: readonly string[]): string =>
  elements.map((element) => element.replaceAll(/,|%(?=2[C5])/gi, encodeURIComponent)).join();
