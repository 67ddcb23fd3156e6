import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import { defaultTagTypes } from '@quartermaster/contract/rules/tags';

/** The usual types first, then those in use. */
export const suggestedTypes = (available: AvailableTags): string[] => [
  ...new Set([...defaultTagTypes, ...available.map(({ type }) => type)]),
];

/** The values in use for a type. */
export const suggestedValues = (available: AvailableTags, type: string): string[] =>
  available
    .filter((group) => group.type.toLowerCase() === type.trim().toLowerCase())
    .flatMap(({ values }) => values);

/** Tags in use, then types to complete. */
export const suggestedTags = (available: AvailableTags): string[] => [
  ...available.flatMap(({ type, values }) => values.map((value) => `${type}:${value}`)),
  ...suggestedTypes(available).map((type) => `${type}:`),
];
