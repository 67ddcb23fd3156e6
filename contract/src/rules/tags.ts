import { limits } from './limits.ts';

export interface Tag {
  type: string;
  value: string;
  /** A CSS color name or #hex, for the tag's dot. */
  color?: string | undefined;
}

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

/** Identifies a tag ignoring case: a record can't have two that differ in case alone. */
export const tagKey = (value: { type: string; value: string }): string =>
  `${value.type}:${value.value}`.toLowerCase();

/** Why a tag can't be added to a list, or null. */
export function tagError(tag: Tag, list: readonly Tag[]): string | null {
  if (tag.type === '') return 'Tag type is required';
  if (tag.type.length > limits.tagType) return `Tag type must be less than ${limits.tagType} characters`;
  if (tag.value === '') return 'Tag value is required';
  if (tag.value.length > limits.tagValue) return `Tag value must be less than ${limits.tagValue} characters`;
  if (list.some((other) => tagKey(other) === tagKey(tag))) return 'This tag already exists';
  return list.length >= limits.tags ? `Maximum ${limits.tags} tags allowed` : null;
}

/** The distinct elements of a `tags` filter: `type:value`, or a bare word. */
export const tagElements = (tags: string): string[] => [
  ...new Set(
    tags
      .split(',')
      .map((element) => element.trim())
      .filter((element) => element !== ''),
  ),
];
