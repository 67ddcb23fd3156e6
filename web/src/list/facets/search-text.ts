import type { Tag } from '@quartermaster/contract/rules/tags';

export type Words = (string | null | undefined)[];

const known = new WeakMap<object, string>();

/** A row's search text in lower case, cached, so that typing does not recompute 10 000 of them. */
export function searchText<T extends object>(row: T, words: (row: T) => Words): string {
  let text = known.get(row);
  if (text === undefined) {
    text = words(row).filter(Boolean).join('\n').toLowerCase();
    known.set(row, text);
  }
  return text;
}

/** `search` must be trimmed and in lower case. */
export const matching = <T extends object>(
  rows: readonly T[],
  search: string,
  words: (row: T) => Words,
): readonly T[] => (search === '' ? rows : rows.filter((row) => searchText(row, words).includes(search)));

export const tagWords = (tags: readonly Tag[]): Words => tags.map(({ type, value }) => `${type}:${value}`);
