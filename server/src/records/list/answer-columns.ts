import type { Entity } from '@quartermaster/contract/api/entity';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { jsonEntry } from '../../db/values-of.ts';
import { type Db, type OwnedTableName, globalOwner } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import type { Codec } from '../kinds/codec.ts';
import { entityOf, referenceAt, references } from '../kinds/entities.ts';
import { type Condition, isAmong, isOneOf } from '../table/conditions.ts';
import type { Owner } from '../../access/owner.ts';
import { inScope, visibleOwners } from '../table/scope.ts';
import { withoutSecrets } from '../kinds/secret-paths.ts';
import { decodeColumn } from '../kinds/decode-column.ts';

/*
 * How a page of records is read with all that they refer to, in one statement. The answer's schema says what a record
 * shows, and of each record that it refers to; `answerColumns` makes a tree of columns from it.
 * `withReferences` puts the page first and looks up each branch of the tree by the ids in the rows above it. Of domains
 * (shortened, without the owner and the scope):
 *
 *   with page as materialized (select id, domain, "registratorAccountId" … from domains … limit 20),
 *     "page_registratorAccount" as materialized (select … from registrator_accounts
 *       where id in (select "registratorAccountId" from page))
 *   select page.*, case when id = <the first> then (select string_agg(entry, ',') from (
 *       select '["page_registratorAccount",{"id":…}]' as entry from "page_registratorAccount"
 *       union all select '["page_registratorAccount_registratorType",{"id":…}]' from registrator_types where …
 *     ) entries) end as included from page
 *
 * So twenty domains of one account bring that account once, in the first row. `recordsOf` opens it once, too, from the
 * leaves of the tree to the page, and the twenty records share it.
 */

/** What an answer shows of a record, and below it of each record that it refers to. */
export interface AnswerColumns {
  table: OwnedTableName;
  /** What the statement calls these rows: the page, or a path of references from it. */
  alias: string;
  columns: readonly { field: string; codec: Codec }[];
  /** The columns to select. One text, since to compile dozens of names anew cost a fifth of a page of 20. */
  selected: RawBuilder<unknown>;
  /** The same as the keys and values of a JSON object. */
  json: RawBuilder<unknown>;
  /** With the date that is shown of a domain where it is not the record's own. */
  isDated: boolean;
  /** `column` holds the id of the record that the answer shows as `name`. */
  children: readonly { name: string; column: string; answer: AnswerColumns }[];
}

type Decoded = Record<string, unknown>;

/**
 * A row of a page. `total` counts the matches of a search. `included` is in the first row: JSON entries, joined by commas.
 */
type PageRow = Decoded & { total?: number | null; included: string | null };

type IncludedEntry = [alias: string, record: Decoded];

/** The records that a page's rows refer to, by alias. */
type Included = ReadonlyMap<string, readonly IncludedEntry[]>;

const page = 'page';
const shownDates = 'shown_dates';
const identity = { id: 'text', createdAt: 'time', updatedAt: 'time' } as const;

/** The object schema inside a nullable one. */
const objectIn = (schema: z.ZodType): z.ZodObject =>
  (schema instanceof z.ZodNullable ? schema.unwrap() : schema) as z.ZodObject;

/** The columns that an answer's schema needs. Keys that are neither field nor reference are left to `derivedOf`. */
export function answerColumns(table: OwnedTableName, schema: z.ZodType, alias = page): AnswerColumns {
  const { fields } = entityOf[table];
  const columns: AnswerColumns['columns'][number][] = [];
  const children: AnswerColumns['children'][number][] = [];
  const { shape } = objectIn(schema);
  for (const [name, inner] of Object.entries(shape)) {
    const codec = fields[name]?.column ?? identity[name as keyof typeof identity];
    if (codec !== undefined) columns.push({ field: name, codec });
    else if (references.some(({ from, shown }) => from === table && shown === name)) {
      const { to, column } = referenceAt(table, name);
      children.push({ name, column, answer: answerColumns(to, inner as z.ZodType, `${alias}_${name}`) });
    }
  }
  const names = [...new Set([...columns.map(({ field }) => field), ...children.map(({ column }) => column)])];
  const selected = sql.raw(names.map((name) => `"${table}"."${name}"`).join());
  const json = sql.raw(names.map((name) => `'${name}', "${name}"`).join());
  return { table, alias, columns, selected, json, isDated: 'shownDate' in shape, children };
}

const isReferred = ({ alias }: AnswerColumns): boolean => alias !== page;

/** What a record refers to, after the record. */
const parts = (answer: AnswerColumns): AnswerColumns[] => [
  answer,
  ...answer.children.flatMap((child) => parts(child.answer)),
];

const and = (condition: Condition | null) => (condition ? sql`and ${condition}` : sql``);

/** The select list for the table, with the counts of referring records that the entity answers. */
export function columnsOf(owner: Owner, { table, selected }: AnswerColumns): RawBuilder<unknown> {
  const counts = (entityOf[table].counts ?? []).map((from) => {
    const column = references.find((each) => each.from === from && each.to === table)?.column ?? '';
    return sql`(select count(*) from ${sql.table(from)} as referring
      where referring."ownerId" = ${sql.ref(`${table}.ownerId`)} ${and(inScope(from as OwnedTableName, owner, 'referring'))}
      and ${sql.ref(`referring.${column}`)} = ${sql.ref(`${table}.id`)}) as ${sql.id(`_count.${from}`)}`;
  });
  const makers = ['ownerId', 'userId'].map((column) => sql.ref(`${table}.${column}`));
  return sql.join([selected, ...(entityOf[table].global ? makers : []), ...counts]);
}

/**
 * Adds to the first row of `rows`, a query of `columnsOf`, the records that the rows refer to, each once. PostgreSQL plans
 * each lookup by itself; as joins of one query they took most of the time of a page. One aggregate collects them: with one
 * for each lookup, a page needed so much memory that glibc returned it to the system after each statement.
 */
export function withReferences(
  db: Db,
  owner: Owner,
  answer: AnswerColumns,
  rows: RawBuilder<unknown>,
): RawBuilder<PageRow> {
  const named = [sql`page as materialized (${rows})`];
  const entries: RawBuilder<unknown>[] = [];
  const add = (parent: AnswerColumns): void => {
    for (const { column, answer: child } of parent.children) {
      const { table, alias, selected, json } = child;
      const scope = inScope(table, owner, table, 'each');
      const isInScope = scope && sql`case when ${scope} then 1 else 0 end`;
      const found = sql`from ${sql.table(table)} where ${isOneOf(`${table}.ownerId`, visibleOwners(table, owner))}
        and ${isAmong(db, `${table}.id`, sql`select ${sql.ref(column)} from ${sql.table(parent.alias)}`)}`;
      const isParent = child.children.length > 0;
      if (isParent)
        named.push(
          sql`${sql.table(alias)} as materialized (
            select ${selected} ${isInScope ? sql`, ${isInScope} as "isInScope"` : sql``} ${found})`,
        );
      const inScopeOrNot = isParent ? sql`"isInScope"` : isInScope;
      const entry = jsonEntry(db, alias, isInScope ? sql`${json}, 'isInScope', ${inScopeOrNot}` : json);
      entries.push(sql`select ${entry} as entry ${isParent ? sql`from ${sql.table(alias)}` : found}`);
      add(child);
    }
  };
  add(answer);
  if (answer.isDated)
    entries.push(
      sql`select ${jsonEntry(db, shownDates, sql`'recordId', "recordId", 'date', date, 'source', source, 'renewal', renewal`)}
        as entry from shown_dates where "ownerId" = ${owner.id} and what = 'domain' and source <> 'typed'
        and ${isAmong(db, 'shown_dates.recordId', sql`select id from page`)}`,
    );
  const included =
    entries.length === 0
      ? sql`cast(null as text)`
      : sql`case when id = (select id from page limit 1)
          then (select string_agg(entry, ',') from (${sql.join(entries, sql` union all `)}) entries) end`;
  return sql<PageRow>`with ${sql.join(named)} select page.*, ${included} as included from page`;
}

const includedIn = ([first]: readonly PageRow[]): Included =>
  Map.groupBy(JSON.parse(`[${first?.included ?? ''}]`) as IncludedEntry[], ([alias]) => alias);

/** Whether a field of a record outside the scope is shown in a record that refers to it: its id and its name. */
function isNaming(table: OwnedTableName, field: string): boolean {
  const { name } = entityOf[table];
  return field === 'id' || (typeof name === 'string' && name.split('.')[0] === field);
}

type Found = ReadonlyMap<AnswerColumns, ReadonlyMap<unknown, Decoded>>;

function recordOf(owner: Owner, answer: AnswerColumns, row: Decoded, found: Found): Decoded {
  const { table, columns, children } = answer;
  const id = row['id'] as string;
  const record: Decoded = {};
  const isHidden = row['isInScope'] === 0;
  const isOpened = (codec: Codec) => owner.secrets || codec !== 'secret';
  for (const { field, codec } of columns)
    if (isHidden && !isNaming(table, field)) record[field] = null;
    else
      record[field] = isOpened(codec)
        ? decodeColumn(owner.sealer, table, id, field, codec, row[field])
        : row[field];
  for (const { name, column, answer: child } of children)
    record[name] = isHidden && !isNaming(table, name) ? null : (found.get(child)?.get(row[column]) ?? null);
  // Records shown within others never include secrets.
  return owner.secrets || isReferred(answer) ? record : withoutSecrets(entityOf[table], record);
}

/** Builds the records from the rows of `withReferences`. Records share what they refer to. */
export function recordsOf(owner: Owner, answer: AnswerColumns, rows: readonly PageRow[]): Decoded[] {
  const included = includedIn(rows);
  const found = new Map<AnswerColumns, ReadonlyMap<unknown, Decoded>>();
  const [, ...children] = parts(answer);
  // The last first: they are what others refer to.
  for (const child of children.reverse()) {
    const entries = included.get(child.alias) ?? [];
    found.set(child, new Map(entries.map(([, row]) => [row['id'], recordOf(owner, child, row, found)])));
  }
  const shown = new Map((included.get(shownDates) ?? []).map(([, date]) => [date['recordId'], date]));
  return rows.map((row) =>
    Object.assign(
      recordOf(owner, answer, row, found),
      derivedOf(entityOf[answer.table], row),
      answer.isDated && { shownDate: otherDate(row, shown.get(row['id'])) },
    ),
  );
}

/** The date that is shown of a domain, if it is not the record's own. */
function otherDate({ expirationDate }: Decoded, shown: Decoded | undefined): Decoded | null {
  if (shown === undefined || shown['date'] === expirationDate) return null;
  return { date: iso(Number(shown['date'])), source: shown['source'], renewal: shown['renewal'] };
}

/** The keys of the entity's answer that are neither fields nor references. */
function derivedOf(entity: Entity, row: Decoded): Decoded {
  return {
    ...(entity.global && { userId: row['ownerId'] === globalOwner ? null : row['userId'] }),
    ...(entity.counts && {
      _count: Object.fromEntries(entity.counts.map((table) => [table, row[`_count.${table}`]])),
    }),
  };
}
