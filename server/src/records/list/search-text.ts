import type { Tag } from '@quartermaster/contract/rules/tags';

/** A record's visible words in lower case, one a line; never a secret. */
export function searchText(words: readonly unknown[], tags: unknown): string {
  const tagWords = ((tags ?? []) as Tag[]).flatMap(({ type, value }) => [`${type}:${value}`]);
  return [...new Set([...words, ...tagWords])]
    .filter((word) => typeof word === 'string' && word !== '')
    .join('\n')
    .toLowerCase();
}
