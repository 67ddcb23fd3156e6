import { tag as tagRule } from '@quartermaster/contract/api/values';
import { tagSpellingKey } from '@quartermaster/contract/rules/tag-spellings';
import type { Tag, TagName } from '@quartermaster/contract/rules/tags';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { pacedEach } from '../../lib/paced.ts';
import { entityOf, ownedTables } from '../kinds/entities.ts';
import { tagCounts } from '../list/tag-counts.ts';

/** The tag that an import writes for one of its file, which may spell it in another way. */
export type TagSpelling = (tag: Tag) => Tag;

const taggedTables = ownedTables.filter((table) => 'tags' in entityOf[table].fields);

/** What tags that are stored as the same one have in common. */
export const storedKey = ({ type, value }: TagName): string => JSON.stringify([type, value]).normalize();

/**
 * Gives the tags of a file one spelling each: that of a tag in use, the most used of several, or the first in the file.
 * A tag that is in use as it is written stays.
 */
export async function tagSpellings(db: Db, owner: Owner, tags: Iterable<TagName>): Promise<TagSpelling> {
  const first = new Map<string, TagName>();
  await pacedEach(tags, (tag) => {
    const key = tagSpellingKey(tag);
    const isFirst = key !== '' && !first.has(key);
    if (isFirst && tagRule.safeParse(tag).success) first.set(key, tag);
  });
  if (first.size === 0) return (tag) => tag;
  const used = new Map<string, TagName & { key: string; count: number }>();
  for (const table of taggedTables)
    for (const { type, values } of await tagCounts(db, owner, table))
      await pacedEach(values, ({ value, count }) => {
        const key = tagSpellingKey({ type, value });
        if (!first.has(key)) return;
        const stored = storedKey({ type, value });
        used.set(stored, { type, value, key, count: count + (used.get(stored)?.count ?? 0) });
      });
  const most = new Map<string, TagName & { count: number }>();
  for (const tag of used.values()) if (tag.count > (most.get(tag.key)?.count ?? 0)) most.set(tag.key, tag);
  return (tag) => {
    const key = tagSpellingKey(tag);
    if (key === '') return tag;
    const { type, value } = used.get(storedKey(tag)) ?? most.get(key) ?? first.get(key) ?? tag;
    return { ...tag, type, value };
  };
}
