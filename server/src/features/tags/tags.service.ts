import { type Area, areas } from '@quartermaster/contract/api/areas';
import { limits } from '@quartermaster/contract/rules/limits';
import { sortKey } from '@quartermaster/contract/rules/sort-key';
import { type Tag, type TagName, parseTag, tagElements } from '@quartermaster/contract/rules/tags';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { inChunks, pacedEach, pacedMap } from '../../lib/paced.ts';
import { entityOf, tableOfArea } from '../../records/kinds/entities.ts';
import { isAmong } from '../../records/table/conditions.ts';
import { countRecords } from '../../records/table/count-records.ts';
import { type CountedTag, countTags } from '../../records/list/tag-counts.ts';
import { isOwn } from '../../records/table/scope.ts';

/** The kinds whose records have tags. */
export const taggedAreas = areas.filter((area) => 'tags' in entityOf[tableOfArea[area]].fields);

const keyOf = ({ type, value }: TagName): string => JSON.stringify([type, value]);
const recordsAtOnce = 1000;

/** The colors of tags on the newest records that carry them. */
async function colorsOf(db: Db, owner: Owner, table: OwnedTableName, tags: readonly CountedTag[]) {
  const colors = new Map<string, string>();
  for await (const some of inChunks(tags, recordsAtOnce)) {
    const ids = valuesOf(db, [['text', some.map(({ newest }) => newest)]]);
    const { rows } = await read(
      db,
      sql<{ id: string; tags: string }>`select id, tags from ${sql.table(table)}
      where ${isOwn(table, owner)} and ${isAmong(db, `${table}.id`, ids)}`,
    );
    const stored = new Map(rows.map((row) => [row.id, JSON.parse(row.tags) as Tag[]]));
    for (const tag of some) {
      const color = stored.get(tag.newest)?.find((each) => keyOf(each) === keyOf(tag))?.color;
      if (color) colors.set(keyOf(tag), color);
    }
  }
  return colors;
}

/** The most used of these tags. */
function mostUsed(tags: readonly UsedTag[]): readonly UsedTag[] {
  const usesOf = ({ counts }: UsedTag) => counts.reduce((sum, { count }) => sum + count, 0);
  const least = Float64Array.from(tags, usesOf).sort().at(-limits.tagsListed);
  if (least === undefined) return tags;
  const often = tags.filter((tag) => usesOf(tag) > least);
  return [...often, ...tags.filter((tag) => usesOf(tag) === least)].slice(0, limits.tagsListed);
}

/** Sorts tags by type and value as people read them. */
async function byName(tags: readonly UsedTag[]): Promise<UsedTag[]> {
  const keyed = await pacedMap(tags, (tag) => ({
    tag,
    key: `${sortKey(tag.type)}\0${sortKey(tag.value)}`,
  }));
  keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return keyed.map(({ tag }) => tag);
}

/** The tags in use, by type and value. */
export async function usedTags(db: Db, owner: Owner): Promise<UsedTag[]> {
  const used = new Map<string, UsedTag>();
  for (const area of taggedAreas) {
    const table = tableOfArea[area];
    const counted = await countTags(db, owner, table);
    const colors = await colorsOf(db, owner, table, counted);
    await pacedEach(counted, (tag) => {
      const { type, value, count } = tag;
      const color = colors.get(keyOf(tag)) ?? null;
      const known = used.get(keyOf(tag)) ?? { type, value, color, counts: [] };
      used.set(keyOf(tag), {
        ...known,
        color: known.color ?? color,
        counts: [...known.counts, { area, count }],
      });
    });
  }
  return byName(mostUsed([...used.values()]));
}

/** How many visible records of each kind carry at least one of these tags, `type:value` comma-joined. */
export async function tagReach(db: Db, owner: Owner, tags: string): Promise<{ area: Area; count: number }[]> {
  const scope = tagElements(tags).map(parseTag);
  const within = { ...owner, scopes: [...owner.scopes, scope] };
  const counts = await Promise.all(
    taggedAreas.map(async (area) => ({ area, count: await countRecords(db, within, tableOfArea[area]) })),
  );
  return counts.filter(({ count }) => count > 0);
}
