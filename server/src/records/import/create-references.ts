import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { capitalized } from '../../lib/capitalized.ts';
import { AppError } from '../../lib/errors.ts';
import { type Reference, entityOf, references } from '../kinds/entities.ts';
import type { NewRecord } from '../table/insert-many.ts';
import { type Absent, absentNames } from './absent-names.ts';
import { errorsAt } from './errors-at.ts';
import { type CellRows, type Levels, nameOfAsked } from './levels.ts';
import { findNamed } from './lookup.ts';
import { type ReferencedRows, type NamedRows, namedAt, quotedName, severalMessage } from './named-rows.ts';
import { type CheckedRow, planImport } from './plan.ts';
import { fullNamesOf } from '../table/record-names.ts';
import { type ReferencedRecord, askedKey } from './reference-query.ts';
import { ownFields } from './own-fields.ts';
import { saidByName } from './spellings.ts';

type Fields = Record<string, unknown>;

/** A name that no record has. */
export interface Missing {
  path: string;
  table: OwnedTableName;
  name: string;
  rows: number[];
  choice: string | null;
}

/** A record that rows refer to, and that the import creates before them. */
export interface Creation {
  id: string;
  path: string;
  table: OwnedTableName;
  name: string;
  record: NewRecord;
  /** The ids of the records that it refers to and that are created as well. */
  uses: string[];
}

/** What a name stands for: records, more than one, with their names, if they can't be told apart, or why there is none. */
export type Resolution =
  | { found: readonly ReferencedRecord[]; name: string; names: string[] }
  | { errors: FieldErrors; name: string };

/** So many of several records that fit are named. */
const severalNamed = 5;

/** Finds the records that rows name, and plans to create those that do not exist, with what they refer to in turn. */
export class References {
  readonly missing: Missing[] = [];
  readonly creations: Creation[] = [];
  /** The records to create by their tables and keys: two paths may name the same one. */
  readonly #idOf = new Map<string, string>();
  /** The choices that were remembered, as `options.references` has them. */
  readonly remembered: Record<string, string> = {};
  /** The stored fields of the records to create, by id. */
  readonly created = new Map<string, Fields>();
  readonly #db: Db;
  readonly #owner: Owner;
  readonly #input: CellRows;
  readonly #levels: Levels;

  constructor(db: Db, owner: Owner, input: CellRows, levels: Levels) {
    this.#db = db;
    this.#owner = owner;
    this.#input = input;
    this.#levels = levels;
  }

  /** What becomes of a name: what was chosen for one of its spellings, or for all names of its path. */
  #choiceOf(path: string, names: readonly string[]): string | null {
    const { references: choices } = this.#input.options;
    if (typeof choices === 'string') return choices;
    for (const key of [...names.map((name) => `${path}:${name}`), path, `${path}Id`])
      if (Object.hasOwn(choices, key) && choices[key] !== null) return choices[key] ?? null;
    return null;
  }

  /** What the person picked before for one of these names, if it is still there. */
  async #rememberedFor(at: string, table: OwnedTableName, names: readonly string[]): Promise<string | null> {
    for (const name of names) {
      const id = this.#input.picked?.(table, name) ?? null;
      if (id === null || !('found' in (await this.#picked(table, id, name)))) continue;
      this.remembered[`${at}:${name}`] = id;
      return id;
    }
    return null;
  }

  /** What each of these names at a path stands for, by `askedKey`. */
  async resolve(at: string, table: OwnedTableName, named: NamedRows): Promise<Map<string, Resolution>> {
    const found = await findNamed(
      this.#db,
      this.#owner,
      table,
      [...named.values()].map(({ asked }) => asked),
    );
    const results = new Map<string, Resolution>();
    const several = [...found.values()].filter(({ length }) => length > 1);
    const firstIds = several.flatMap((records) => records.slice(0, severalNamed).map(({ id }) => id));
    const nameOf = await fullNamesOf(this.#db, this.#owner, table, firstIds);
    for (const [key, { asked }] of named) {
      const records = found.get(key) ?? [];
      const names = records.slice(0, severalNamed).flatMap(({ id }) => nameOf.get(id) ?? []);
      if (records.length > 0) results.set(key, { found: records, name: nameOfAsked(table, asked), names });
    }
    const toCreate: Absent[] = [];
    for (const each of absentNames(table, named, found)) {
      const { keys, names } = each;
      const [name = ''] = names;
      const rows = each.named.rows.sort((one, other) => one - other);
      const choice = this.#choiceOf(at, names) ?? (await this.#rememberedFor(at, table, names));
      this.missing.push({ path: at, table, name, rows, choice });
      if (choice === 'create') toCreate.push(each);
      else {
        const result =
          choice !== null && isUuid(choice)
            ? await this.#picked(table, choice, name)
            : {
                errors: { [at]: `${capitalized(entityOf[table].one)} “${quotedName(name)}” does not exist` },
                name,
              };
        for (const key of keys) results.set(key, result);
      }
    }
    const created = await this.#create(
      at,
      table,
      toCreate.map(({ keys: [key = ''], names: [name = ''], named: rows }) => ({ key, name, named: rows })),
    );
    for (const { keys } of toCreate) {
      const result = created.get(keys[0] ?? '');
      if (result) for (const key of keys) results.set(key, result);
    }
    return results;
  }

  async #picked(table: OwnedTableName, id: string, name: string): Promise<Resolution> {
    const asked = { whole: id, parts: {} };
    const found = (await findNamed(this.#db, this.#owner, table, [asked])).get(askedKey(asked)) ?? [];
    const message = `The ${entityOf[table].one} chosen for “${quotedName(name)}” does not exist`;
    return found.length > 0 ? { found, name, names: [] } : { errors: { '': message }, name };
  }

  /** What a reference of records to create leads to. */
  async #below(
    at: string,
    { shown, to }: Reference,
    records: readonly { key: string; named: ReferencedRows }[],
  ): Promise<Map<string, Resolution>> {
    const path = `${at}.${shown}`;
    const named: NamedRows = new Map();
    const keys = new Map<string, string>();
    for (const record of records) {
      const [first] = namedAt(this.#levels, record.named.rows, path, to);
      if (!first) continue;
      const [key, { asked }] = first;
      keys.set(record.key, key);
      const known = named.get(key);
      if (known) known.rows.push(...record.named.rows);
      else named.set(key, { asked, rows: [...record.named.rows] });
    }
    const resolved = await this.resolve(path, to, named);
    return new Map(
      [...keys].flatMap(([record, key]) => {
        const result = resolved.get(key);
        return result ? [[record, result] as const] : [];
      }),
    );
  }

  async #create(
    at: string,
    table: OwnedTableName,
    records: readonly { key: string; name: string; named: ReferencedRows }[],
  ): Promise<Map<string, Resolution>> {
    if (records.length === 0) return new Map();
    const own = references.filter(({ from }) => from === table);
    const below = new Map<Reference, Map<string, Resolution>>();
    for (const reference of own) below.set(reference, await this.#below(at, reference, records));
    const recordTable = this.#input.tableOf(table);
    const uses = new Map<string, string[]>();
    const checked = records.map(({ key, named }): CheckedRow => {
      const { fields: said, errors } = ownFields(this.#levels, named.rows, at, table);
      const body: Fields = { ...saidByName(table, named.asked), ...said };
      const ids: string[] = [];
      for (const [{ column, shown, to }, resolved] of below) {
        const result = resolved.get(key);
        if (!result) continue;
        const [record, second] = 'found' in result ? result.found : [];
        if (!('found' in result)) Object.assign(errors, result.errors);
        else if (second) errors[`${at}.${shown}`] = severalMessage(to, result);
        if (record) {
          body[column] = record.id;
          if (this.created.has(record.id)) ids.push(record.id);
        } else if ('errors' in result) delete body[column];
      }
      uses.set(key, ids);
      const { data, error } = entityOf[table].create.body.safeParse(body);
      const faults = { ...errors, ...errorsAt(at, table, error ? fieldErrors(error) : {}, errors) };
      if (Object.keys(faults).length > 0) return { errors: faults };
      try {
        const fields = data as Fields;
        return { fields: { ...fields, ...recordTable.stored(fields) } };
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault;
        return { errors: errorsAt(at, table, fault.details?.fields ?? { '': fault.message }) };
      }
    });
    if (entityOf[table].global && this.#owner.scopes.length > 0)
      checked.fill({ errors: { [at]: `Your access does not let you create ${entityOf[table].many}` } });
    const { field, message } = entityOf[table].unique;
    const taken = { kind: 'error', errors: { [field]: message } } as const;
    const planned = await planImport(this.#db, this.#owner, recordTable, checked, {
      existing: taken,
      repeated: taken,
      created: this.created,
    });
    return new Map(
      records.map(({ key, name }, index): [string, Resolution] => {
        const row = planned[index];
        if (row?.kind !== 'create') {
          const faults = row?.kind === 'error' ? row.errors : {};
          const isPlaced = 'errors' in (checked[index] ?? {});
          return [key, { errors: isPlaced ? faults : errorsAt(at, table, faults), name }];
        }
        const { fields, owners } = row;
        const known = this.#idOf.get(`${table} ${row.key}`);
        if (known !== undefined)
          return [key, { found: [{ id: known, ownerId: this.#owner.id }], name, names: [] }];
        const id = uuid();
        this.#idOf.set(`${table} ${row.key}`, id);
        this.created.set(id, { ...fields });
        this.creations.push({
          id,
          path: at,
          table,
          name,
          uses: uses.get(key) ?? [],
          record: { id, fields, owners, key: row.key },
        });
        return [key, { found: [{ id, ownerId: this.#owner.id }], name, names: [] }];
      }),
    );
  }
}
