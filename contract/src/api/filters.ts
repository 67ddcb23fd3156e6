import { isIsoDate, isStorable } from '../rules/formats.ts';
import { limits } from '../rules/limits.ts';

/**
 * The values of a filter: any text, 'true' or 'false', a number of days, a day, a day or an instant, one of a list of words,
 * or several texts or words, comma-separated.
 */
export type FilterKind =
  | 'text'
  | 'flag'
  | 'days'
  | 'day'
  | 'moment'
  | 'any'
  | readonly [string, ...string[]]
  | { readonly anyOf: Words };
type Words = readonly [string, ...string[]];
export type FilterKinds = Readonly<Record<string, FilterKind>>;

/** The value of an 'any' filter that selects records whose optional reference is empty. */
export const noReference = 'none';

/** The values in an 'any' filter. */
export const valuesAsked = (value: string): string[] => [
  ...new Set(
    value
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];

/** Whether a filter accepts several values at once. */
export const takesSeveral = (kind: FilterKind): kind is 'any' | { readonly anyOf: Words } =>
  kind === 'any' || (typeof kind === 'object' && 'anyOf' in kind);

export const flags = ['true', 'false'] as const;

/** Whether the API accepts a value, which may come from an address that somebody typed. */
export function isFilterValue(kind: FilterKind, value: string): boolean {
  switch (kind) {
    case 'text':
      return value.length <= limits.filter && isStorable(value);
    case 'flag':
      return isOneOf(flags, value);
    case 'days':
      return /^\d+$/.test(value) && Number(value) <= limits.days;
    case 'day':
      return value.length === 10 && isIsoDate(value);
    case 'moment':
      return value.length <= limits.date && isIsoDate(value);
    case 'any':
      return valuesAsked(value).length <= limits.filterValues && isFilterValue('text', value);
    default:
      return 'anyOf' in kind
        ? valuesAsked(value).every((each) => isOneOf(kind.anyOf, each))
        : isOneOf(kind, value);
  }
}

const isOneOf = (words: readonly string[], value: string): boolean => words.includes(value);
