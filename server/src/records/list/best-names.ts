import { type RawBuilder, sql } from 'kysely';
import { type Condition, begins, contains, isOneOf } from './conditions.ts';
import type { Engine } from '../../db/engines/engine-of.ts';
import { rowsMaybeNamed } from './search-index.ts';
import type { OwnedTableName } from '../../db/schema.ts';

/** So many names are looked through before the index is asked. */
const namesFirst = 2000;

/** Above every name that begins with the words. */
const above = (words: string) => `${words}\u{10ffff}`;

interface Wanted {
  engine: Engine;
  owners: readonly string[];
  table: OwnedTableName;
  /** What an index has in its order. */
  key: RawBuilder<string>;
  words: string;
  /** What ends the first part of a name. */
  end: string | undefined;
  limit: number;
}

/**
 * The ids of the best rows of a kind that has an index of names: names that begin with the words, then names that hold
 * them, as long as there are too few. What is frequent in names is soon found among the first of them; when it is not,
 * it is rare enough for the index of trigrams.
 */
export function bestNames({ engine, owners, table, key, words, end, limit }: Wanted): RawBuilder<unknown> {
  const rows = sql.table(table);
  const id = sql.ref(`${table}.id`);
  const owned = isOneOf(`${table}.ownerId`, owners);
  const inOrder = sql`order by ${key}`;
  const beginning = (start: string) => sql`select id from (select ${id} as id from ${rows}
    where ${owned} and ${key} >= ${start} and ${key} < ${above(start)} ${inOrder} limit ${sql.lit(limit)}) names`;
  const holding: Condition = sql`${contains(key, words)} and not ${begins(key, words)}`;
  const unlessEnough = (...before: string[]) => {
    const counts = before.map((name) => sql`(select count(*) from ${sql.table(name)})`);
    return sql`limit case when ${sql.join(counts, sql` + `)} < ${sql.lit(limit)} then ${sql.lit(limit)} else 0 end`;
  };
  const maybe = rowsMaybeNamed(engine, owners, table, words);
  const lastEarly = sql`coalesce((select ${key} from ${rows} where ${owned} ${inOrder}
    limit 1 offset ${sql.lit(namesFirst)}), ${above('')})`;
  // Each engine is told to begin with the ids; it would else read the owner's rows in the order of names.
  const ofMaybe =
    engine === 'postgres'
      ? sql`${rows} where ${id} = any(array(${maybe})) and ${owned}`
      : sql`(${maybe}) hits cross join ${rows} on ${id} = hits.id where ${owned}`;
  const parts = {
    begun: end === undefined ? beginning(words) : sql`${beginning(words + end)} union ${beginning(words)}`,
    early: sql`select ${id} as id from ${rows} where ${owned} and ${holding} and ${key} <= ${lastEarly}
      ${inOrder} ${unlessEnough('begun')}`,
    named: sql`select ${id} as id from ${ofMaybe} and ${holding} ${inOrder} ${unlessEnough('begun', 'early')}`,
  };
  const each = Object.entries(parts).map(([name, ids]) => sql`${sql.table(name)} as materialized (${ids})`);
  const all = Object.keys(parts).map((name) => sql`select id from ${sql.table(name)}`);
  return sql`with ${sql.join(each, sql`, `)} ${sql.join(all, sql` union `)}`;
}
