import type { Scope } from '@quartermaster/contract/members/members.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import {
  type TagEdit,
  type TagName,
  isTag,
  joinTags,
  namesTag,
  tagElements,
} from '@quartermaster/contract/rules/tags';
import { type RawBuilder, sql } from 'kysely';
import { read } from '../../db/raw-sql.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { pacedMap } from '../../lib/paced.ts';

/** What becomes of a text in which a tag is changed, by the column that holds it. undefined: the text does not name it. */
type Renamed = (text: string, edit: TagEdit) => string | undefined;

const inScope: Renamed = (text, { to, ...tag }) => {
  const scope = JSON.parse(text) as Scope;
  if (!scope.some((each) => isTag(each, tag))) return undefined;
  const replaced = to ? [{ type: to.type, value: to.value }] : [];
  const after = scope
    .flatMap((each) => (isTag(each, tag) ? replaced : [each]))
    .filter((each, at, all) => all.findIndex((other) => isTag(other, each)) === at);
  return JSON.stringify(after);
};

const inQuery: Renamed = (text, { to, ...tag }) => {
  const search = new URLSearchParams(text);
  const filters = ['tags', 'tagsAny'].flatMap((filter) => {
    const elements = tagElements(search.get(filter) ?? '');
    return elements.some((element) => namesTag(element, tag)) ? [{ filter, elements }] : [];
  });
  if (filters.length === 0) return undefined;
  // Without a filter by a deleted tag, the view would show records that it was made to leave out.
  if (!to) return text;
  const name = `${to.type}:${to.value}`;
  for (const { filter, elements } of filters) {
    const renamed = elements.map((element) => (namesTag(element, tag) ? name : element));
    search.set(filter, joinTags([...new Set(renamed)]));
  }
  const after = search.toString();
  return after.length > limits.filter ? text : after;
};

export const tagOfRule = (rule: string): TagName | null =>
  (JSON.parse(rule) as { tag?: TagName | null }).tag ?? null;

const inRule: Renamed = (text, { to, ...tag }) => {
  const named = tagOfRule(text);
  if (!named || !isTag(named, tag)) return undefined;
  if (!to) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), tag: { type: to.type, value: to.value } });
};

const renamedIn = { scope: inScope, query: inQuery, rule: inRule };

/** The same of several changes, one after another. */
function afterAll(column: keyof typeof renamedIn, text: string, edits: readonly TagEdit[]) {
  let after: string | undefined;
  for (const edit of edits) after = renamedIn[column](after ?? text, edit) ?? after;
  return after;
}

type ColumnOf<T extends keyof Schema> = Extract<keyof Schema[T], keyof typeof renamedIn>;
/** Every table with such a column: one that is added does not compile before it is in the list. */
export type HolderTable = { [T in keyof Schema]: [ColumnOf<T>] extends [never] ? never : T }[keyof Schema];

interface Holder<T extends HolderTable> {
  column: ColumnOf<T>;
  owner: Extract<keyof Schema[T], 'workspaceId' | 'ownerId'>;
  id: Extract<keyof Schema[T], 'userId' | 'id'>;
  /** As people know it. */
  name: RawBuilder<string>;
}

const name = sql<string>`name`;

/** Where tags are named beside records, each table with a primary key of owner and id. */
export const tagHolders: { [T in HolderTable]: Holder<T> } = {
  memberships: {
    column: 'scope',
    owner: 'workspaceId',
    id: 'userId',
    name: sql`(select email from users where users.id = memberships."userId")`,
  },
  invitations: { column: 'scope', owner: 'workspaceId', id: 'id', name: sql`email` },
  api_tokens: { column: 'scope', owner: 'workspaceId', id: 'id', name },
  // A rule's name is within it.
  alert_rules: { column: 'rule', owner: 'ownerId', id: 'id', name: sql`rule` },
  saved_views: { column: 'query', owner: 'ownerId', id: 'id', name },
  calendars: { column: 'query', owner: 'ownerId', id: 'id', name },
};
export const holderTables = Object.keys(tagHolders) as HolderTable[];

export const holderName = (table: HolderTable, stored: string): string =>
  table === 'alert_rules' ? (JSON.parse(stored) as { name: string }).name : stored;

/** Something that names a tag, before and after the tag was changed. */
export interface ChangedHolder {
  table: HolderTable;
  id: string;
  name: string;
  before: string;
  after: string;
}

const rowsAtOnce = 1000;

type Found = Omit<ChangedHolder, 'table' | 'after'>;

/** What in these tables names tags that are changed, in pages. */
export async function* holdersOf(
  db: Db,
  ownerId: string,
  tables: readonly HolderTable[],
  edits: readonly TagEdit[],
): AsyncGenerator<ChangedHolder[]> {
  for (const table of tables) {
    const { column, owner, id, name: named } = tagHolders[table];
    for (let last: string | null = ''; last !== null;) {
      const { rows }: { rows: Found[] } = await read(
        db,
        sql<Found>`select ${sql.ref(id)} as id, ${named} as name,
          ${sql.ref(column)} as before from ${sql.table(table)}
        where ${sql.ref(owner)} = ${ownerId} and ${sql.ref(id)} > ${last} order by ${sql.ref(id)}
        limit ${sql.lit(rowsAtOnce)}`,
      );
      const each = await pacedMap(rows, (row) => {
        const after = afterAll(column, row.before, edits);
        return after === undefined ? [] : [{ ...row, table, name: holderName(table, row.name), after }];
      });
      yield each.flat();
      last = rows.length === rowsAtOnce ? (rows.at(-1)?.id ?? null) : null;
    }
  }
}
