import type { Entity } from '@quartermaster/contract/api/entity';
import type { Pagination } from '@quartermaster/contract/api/query';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { ReferenceField } from '@quartermaster/contract/api/fields';
import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import { type FilterKind, noReference, takesSeveral, valuesAsked } from '@quartermaster/contract/api/filters';
import { isUuid } from '@quartermaster/contract/rules/formats';
import type { z } from 'zod';
import { type SqlBool, sql } from 'kysely';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { notFound, refuse } from '../../lib/errors.ts';
import { pacedMap } from '../../lib/paced.ts';
import type { ChangeLog, Follower } from '../table/change-log.ts';
import { type Condition, allOf, anyOf, equals, hasTags, isOneOf } from '../table/conditions.ts';
import { facetsOf } from './facets.ts';
import {
  type ListOf,
  type ListPage,
  type ListQuery,
  listIds,
  listPage,
  matchingIds,
  recordsByIds,
} from './list.ts';
import { mentions } from '../table/search.ts';
import { touchedSecrets, withMergedSecrets } from '../kinds/merged-secrets.ts';
import { OwnedTable } from '../table/owned-table.ts';
import type { WriteRules } from '../table/stored-rows.ts';
import type { Owner } from '../../access/owner.ts';
import { type Lookup, hasWideScopes, isScoped, isSeen, leadsToSeen } from '../table/scope.ts';
import type { StoredRow } from '../kinds/row.ts';
import { isRelatedTo } from '../table/relations.ts';
import { type AnswerColumns, answerColumns } from './answer-columns.ts';

type Fields = Record<string, unknown>;
type Query = ListQuery & Fields;

/** What a feature adds to an entity's definition. `R` is the parsed body of a create. */
export interface Rules<R = never, C = unknown> extends WriteRules {
  /** Filters that do more than compare the column of their name. */
  filters?: Readonly<Record<string, (value: never, owner: Owner, query: Query, db: Db) => Condition[]>>;
  /** The filters whose result depends on the current time. */
  timed?: readonly string[];
  /** Fields of an imported record that follow from its others, unless its row gives them. */
  implied?: (record: R) => Partial<R>;
  /** Turns fields into what is stored; `before` is the row that an update changes. */
  stored?: (fields: Partial<R>, before: StoredRow | undefined) => Fields;
  /** Throws if this writer must not make the update. */
  permitted?: (tx: Tx, owner: Owner, before: StoredRow, stored: Fields) => Promise<void>;
  /** Loads what `errors` needs for these records. `created`: what an import creates before them, by id. */
  load?: (tx: Db, owner: Owner, records: readonly R[], created?: ReadonlyMap<string, Fields>) => Promise<C>;
  /** Checks the fields of a record against one another. */
  errors?: (record: R, loaded: C) => FieldErrors;
}

/** The table of every kind of record, with its rules. */
export type Tables = Readonly<Record<OwnedTableName, RecordTable>>;

/** Lists, reads and writes the records of one entity. */
export class RecordTable<E extends Entity = Entity> {
  readonly entity: E;
  readonly owned: OwnedTable;
  readonly rules: Rules<z.output<E['create']['body']>>;
  readonly #answer: AnswerColumns;

  constructor(
    entity: E,
    rules: Rules<z.output<E['create']['body']>> = {},
    followers: readonly Follower[] = [],
  ) {
    this.entity = entity;
    this.rules = rules;
    this.owned = new OwnedTable(entity.table as OwnedTableName, rules, followers);
    this.#answer = answerColumns(this.name, entity.answer);
  }

  get name(): OwnedTableName {
    return this.entity.table as OwnedTableName;
  }

  /** The conditions of a list's filters, shared by lists, exports and bulk actions. */
  conditions(db: Db, owner: Owner, query: Query, lookup?: Lookup): Condition[] {
    const { filters = {} } = this.rules;
    const { name } = this;
    const conditions = [isSeen(name, owner, name, lookup)];
    conditions.push(...hasTags(owner, name, query));
    const target = query.relatedTo === undefined ? null : parseRelatedTo(query.relatedTo);
    if (target) conditions.push(isRelatedTo(owner, name, target));
    if (query.ids !== undefined) conditions.push(this.#hasId(valuesAsked(query.ids).filter(isUuid)));
    for (const [filter, kind] of Object.entries(this.entity.filters)) {
      const value = query[filter] as string | undefined;
      if (value === undefined) continue;
      const rule = filters[filter];
      if (rule) conditions.push(...rule(value as never, owner, query, db));
      else conditions.push(this.#equals(filter, kind, value), ...this.#seen(owner, filter));
    }
    if (query.search !== undefined) conditions.push(mentions(db, owner, name, query.search));
    return conditions;
  }

  #hasId(ids: readonly string[]): Condition {
    return isOneOf(`${this.name}.id`, ids);
  }

  #equals(filter: string, kind: FilterKind, value: string): Condition {
    const column = `${this.name}.${filter}`;
    if (kind === 'flag') return equals(column, value === 'true' ? 1 : 0);
    if (!takesSeveral(kind)) return equals(column, value);
    const { to, nullable } = this.entity.fields[filter] as Partial<ReferenceField>;
    const asked = valuesAsked(value);
    const isNone = to !== undefined && nullable === true && asked.includes(noReference);
    // A text may contain a comma itself.
    const values = to || asked.length === 1 ? asked : [...asked, value];
    const some = values.length === 1 ? equals(column, values[0] ?? '') : isOneOf(column, values);
    if (!isNone) return some;
    const none = sql<SqlBool>`${sql.ref(column)} is null`;
    return values.length === 1 ? none : anyOf([none, some]);
  }

  /** Filtering by an invisible record finds nothing. */
  #seen(owner: Owner, filter: string): Condition[] {
    const { to } = (this.entity.fields[filter] ?? {}) as Partial<ReferenceField>;
    const seen = leadsToSeen(owner, to?.table as OwnedTableName | undefined, `${this.name}.${filter}`);
    return seen ? [seen] : [];
  }

  async #listOf(db: Db, owner: Owner, query: Query): Promise<ListOf> {
    const isTimed = (this.rules.timed ?? []).some((filter) => query[filter] !== undefined);
    const all = this.conditions(db, owner, query);
    const isLimited = isScoped(this.name, owner);
    const isWide = isLimited && (await hasWideScopes(db, owner, this.name));
    const each = isWide ? this.conditions(db, owner, query, 'each') : all;
    // A search and a narrow scope find all that matches first. A search leaves few rows to look up in a wide scope.
    if (query.search !== undefined) return { answer: this.#answer, conditions: each, inOrder: null, isTimed };
    return { answer: this.#answer, conditions: all, inOrder: isLimited && !isWide ? null : each, isTimed };
  }

  async list(db: Db, owner: Owner, query: ListQuery): Promise<ListPage<z.output<E['answer']>>> {
    return listPage(db, owner, await this.#listOf(db, owner, query as Query), query);
  }

  /** The ids of the same page, for `byIds`. */
  async listIds(db: Db, owner: Owner, query: ListQuery): Promise<{ ids: string[]; pagination: Pagination }> {
    return listIds(db, owner, await this.#listOf(db, owner, query as Query), query);
  }

  /** The number of records that match these filters. */
  async count(db: Db, owner: Owner, filters: Fields): Promise<number> {
    const { rows } = await read(
      db,
      sql<{ count: number }>`select count(*) as count from ${sql.table(this.name)}
      where ${allOf(this.conditions(db, owner, filters))}`,
    );
    return rows[0]?.count ?? 0;
  }

  facets(db: Db, owner: Owner, query: Fields) {
    return facetsOf(db, owner, this.name, query, (given) => this.conditions(db, owner, given));
  }

  /** The ids of all matching records, in the list's order. */
  async ids(db: Db, owner: Owner, query: ListQuery): Promise<string[]> {
    return matchingIds(db, await this.#listOf(db, owner, query as Query), query);
  }

  byIds(db: Db, owner: Owner, ids: readonly string[]): Promise<(z.output<E['answer']> & { id: string })[]> {
    return recordsByIds(db, owner, this.#answer, ids);
  }

  /** Whether any of these records is visible. */
  async hasAny(db: Db, owner: Owner, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false;
    const { rows } = await read(
      db,
      sql`select 1 from ${sql.table(this.name)} where ${isSeen(this.name, owner)}
      and ${isOneOf(`${this.name}.id`, ids)} limit 1`,
    );
    return rows.length > 0;
  }

  /** Returns the record, or throws NOT_FOUND if it is not visible. */
  async get(db: Db, owner: Owner, id: string): Promise<z.output<E['answer']>> {
    const [record] = await this.byIds(db, owner, [id]);
    if (!record) throw notFound(this.entity.one);
    return record;
  }

  /** Returns the new record's id. */
  async create(tx: Tx, owner: Owner, fields: Fields, batch: ChangeLog): Promise<string> {
    const stored = this.stored(withMergedSecrets(this.entity, fields, null, () => null));
    await this.#check(tx, owner, { ...fields, ...stored });
    return this.owned.insert(tx, owner, stored, batch);
  }

  /** Changes only the given fields. `before` is locked. */
  async update(tx: Tx, owner: Owner, before: StoredRow, fields: Fields, batch: ChangeLog): Promise<void> {
    const read = (field: string) => this.owned.read(owner, before, field);
    const merged = withMergedSecrets(this.entity, fields, before, read);
    const stored = this.stored(merged, before);
    if (this.rules.errors) await this.#check(tx, owner, this.owned.merged(owner, before, stored));
    await this.rules.permitted?.(tx, owner, before, stored);
    const touched = touchedSecrets(this.entity, fields, merged);
    await this.owned.update(tx, owner, before, stored, batch, touched);
  }

  stored(fields: Fields, before?: StoredRow): Fields {
    return this.rules.stored?.(fields as never, before) ?? fields;
  }

  async #check(tx: Tx, owner: Owner, record: Fields): Promise<void> {
    const [errors = {}] = await this.faultsOf(tx, owner, [record]);
    refuse(errors);
  }

  /** The errors across the fields of each of these records. */
  async faultsOf(tx: Tx, owner: Owner, records: readonly Fields[]): Promise<FieldErrors[]> {
    const { load, errors } = this.rules;
    if (!errors) return [];
    const loaded = await load?.(tx, owner, records as never);
    return pacedMap(records, (record) => errors(record as never, loaded));
  }
}
