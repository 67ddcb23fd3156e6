import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import type { Pagination } from '@quartermaster/contract/api/query';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import { limits } from '@quartermaster/contract/rules/limits';
import { lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { dayAt } from '@quartermaster/contract/rules/calendar';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db, OwnedTableName, Schema } from '../db/schema.ts';
import { iso } from '../lib/clock.ts';
import { paginationOf } from '../lib/pagination.ts';
import { areaOfTable, tableOfArea } from '../records/kinds/entities.ts';
import type { Tables } from '../records/list/record-table.ts';
import { type Condition, allOf, anyOf, contains, equals, isOneOf } from '../records/table/conditions.ts';
import { nameColumns } from '../records/table/record-names.ts';
import { alertSettingsOf } from './alert-settings.ts';
import { instantsIn } from './dates/in-calendar.ts';
import { type RecordFilters, ofSelectedRecords, selectsAll } from './dates/selected-records.ts';

type ChangeRow = Schema['record_fact_changes'];

/** The filters of a request. */
interface FactChangeFilters extends Pick<RecordFilters, 'search' | 'tags' | 'tagsAny'> {
  recordId?: string | undefined;
  area?: string | undefined;
  field?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const column = (name: keyof ChangeRow) => `record_fact_changes.${name}`;

/** What changed, in an answer and an alert. */
export const changeIn = (
  row: Pick<ChangeRow, 'field' | 'subject' | 'source' | 'before' | 'after' | 'at'>,
) => ({
  at: iso(row.at),
  field: row.field as FactChange['field'],
  subject: row.subject,
  source: row.source as FactChange['source'],
  before: JSON.parse(row.before ?? 'null') as FactChange['before'],
  after: JSON.parse(row.after ?? 'null') as FactChange['after'],
});

/** The name of the record that a change is about. */
const recordName: RawBuilder<string> = sql`case ${sql.ref(column('area'))} ${sql.join(
  Object.keys(lookedUp).map((area) => {
    const table = tableOfArea[area as keyof typeof lookedUp];
    return sql`when ${sql.lit(area)} then (select ${nameColumns(table).name} from ${sql.table(table)}
      where ${sql.ref(`${table}.ownerId`)} = ${sql.ref(column('ownerId'))}
      and ${sql.ref(`${table}.id`)} = ${sql.ref(column('recordId'))})`;
  }),
  sql` `,
)} end`;

/** Whether a change is about a visible record, and one that the filters select; each word of a search is in it or its record. */
async function conditionsOf(
  db: Db,
  owner: Owner,
  tables: Tables,
  { recordId, area, field, from, to, search, tags, tagsAny }: FactChangeFilters,
): Promise<Condition[]> {
  const { timeZone } = await alertSettingsOf(db, owner.id);
  const period = { timeZone, today: dayAt(Date.now(), timeZone), from: from ?? null, to: to ?? null };
  const isIn = (table: OwnedTableName) => equals(column('area'), areaOfTable(table));
  const selected = (filters: RecordFilters): Condition[] =>
    selectsAll(owner, filters)
      ? []
      : [ofSelectedRecords(db, owner, tables, { alias: 'record_fact_changes', isIn }, filters)];
  const said = sql.ref<string>(column('textFolded'));
  const words = searchWords(search ?? '').map((word) =>
    anyOf([contains(said, folded(word)), ...selected({ search: word })]),
  );
  return [
    equals(column('ownerId'), owner.id),
    ...(recordId === undefined ? [] : [equals(column('recordId'), recordId)]),
    ...(area === undefined ? [] : [equals(column('area'), area)]),
    ...(field === undefined ? [] : [isOneOf(column('field'), valuesAsked(field))]),
    ...instantsIn(sql.ref(column('at')), period),
    ...selected({ tags, tagsAny }),
    ...words,
  ];
}

/** A page of what has changed, the newest first. */
export async function listFactChanges(
  db: Db,
  owner: Owner,
  tables: Tables,
  query: FactChangeFilters & { page?: number | undefined; limit?: number | undefined },
): Promise<{ factChanges: FactChange[]; pagination: Pagination }> {
  const { page = 1, limit = limits.pageRows, ...filters } = query;
  const where = allOf(await conditionsOf(db, owner, tables, filters));
  const { rows } = await read(
    db,
    sql<ChangeRow & { name: string }>`select record_fact_changes.*, ${recordName} as name
    from record_fact_changes where ${where} order by at desc, id desc, "recordId"
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`,
  );
  const counted = await read(
    db,
    sql<{ count: number }>`select count(*) as count from record_fact_changes where ${where}`,
  );
  return {
    factChanges: rows.map((row) => {
      const { at, ...change } = changeIn(row);
      const { recordId, name } = row;
      return {
        id: `${recordId}.${row.id}`,
        at,
        area: row.area as FactChange['area'],
        recordId,
        name,
        ...change,
      };
    }),
    pagination: paginationOf({ page, limit }, counted.rows[0]?.count ?? 0),
  };
}
