import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import type { Tag } from '@quartermaster/contract/rules/tags';

export type Words = (string | null | undefined)[];

const known = new WeakMap<object, string>();

/** A row's search text, folded, cached, so that typing does not recompute 10 000 of them. */
export function searchText<T extends object>(row: T, words: (row: T) => Words): string {
  let text = known.get(row);
  if (text === undefined) {
    text = folded(words(row).filter(Boolean).join('\n'));
    known.set(row, text);
  }
  return text;
}

/** The rows that contain every word of the search, as on the server. */
export function matching<T extends object>(
  rows: readonly T[],
  search: string,
  words: (row: T) => Words,
): readonly T[] {
  const looked = searchWords(search).map(folded);
  if (looked.length === 0) return rows;
  return rows.filter((row) => looked.every((word) => searchText(row, words).includes(word)));
}

export const tagWords = (tags: readonly Tag[]): Words => tags.map(({ type, value }) => `${type}:${value}`);
