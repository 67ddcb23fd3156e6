import { isIsoDate, isStorable } from '../rules/formats.ts';
import { limits } from '../rules/limits.ts';

/** The values of a filter: any text, 'true' or 'false', a number of days, a day, or one of a list of words. */
type FilterKind = 'text' | 'flag' | 'days' | 'day' | readonly [string, ...string[]];
export type FilterKinds = Readonly<Record<string, FilterKind>>;

export const flags = ['true', 'false'] as const;

/** Whether the API accepts a value, which may come from a typed address. */
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
    default:
      return isOneOf(kind, value);
  }
}

const isOneOf = (words: readonly string[], value: string): boolean => words.includes(value);
