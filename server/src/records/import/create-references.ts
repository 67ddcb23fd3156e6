import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { capitalized } from '../../lib/capitalized.ts';
import { AppError } from '../../lib/errors.ts';
import { type Reference, entityOf, references } from '../kinds/entities.ts';
import type { NewRecord } from '../table/insert-many.ts';
import type { Choices } from './choices.ts';
import { errorsAt } from './errors-at.ts';
import { type CellRows, type Levels, nameOfAsked } from './levels.ts';
import { findNamed } from './lookup.ts';
import { type ReferencedRows, type NamedRows, namedAt, quotedName, severalMessage } from './named-rows.ts';
import { type OpenName, openNames } from './open-names.ts';
import { type CheckedRow, planImport } from './plan.ts';
import { namesApart } from './names-apart.ts';
import { type Ambiguous, type Missing, type Resolution, leadsTo } from './resolutions.ts';
import { ownFields } from './own-fields.ts';
import { saidByName } from './spellings.ts';

type Fields = Record<string, unknown>;

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

/** So many of several records that fit are named. */
const severalNamed = 20;

/** Finds the records that rows name, and plans to create those that do not exist, with what they refer to in turn. */
export class References {
  readonly missing: Missing[] = [];
  readonly ambiguous: Ambiguous[] = [];
  readonly creations: Creation[] = [];
  /** The records to create by their tables and keys: two paths may name the same one. */
  readonly #idOf = new Map<string, string>();
  /** The stored fields of the records to create, by id. */
  readonly created = new Map<string, Fields>();
  readonly #db: Db;
  readonly #owner: Owner;
  readonly #input: CellRows;
  readonly #levels: Levels;
  readonly #choices: Choices;

  constructor(db: Db, owner: Owner, input: CellRows, levels: Levels, choices: Choices) {
    this.#db = db;
    this.#owner = owner;
    this.#input = input;
    this.#levels = levels;
    this.#choices = choices;
  }

  /**
   * What each of these names at a path stands for, by `askedKey`. `heldBy`: the id of the record that a row's own record
   * refers to already; it stays where it is one of several that fit.
   */
  async resolve(
    at: string,
    table: OwnedTableName,
    named: NamedRows,
    heldBy: (row: number) => unknown = () => null,
  ): Promise<Map<string, Resolution>> {
    const asked = [...named.values()].map((each) => each.asked);
    const found = await findNamed(this.#db, this.#owner, table, asked);
    const results = new Map<string, Resolution>();
    for (const [key, each] of named) {
      const records = found.get(key) ?? [];
      if (records.length > 0)
        results.set(key, { found: records, name: nameOfAsked(table, each.asked), names: [] });
    }
    const open = openNames(table, named, found);
    const listed = open.flatMap(({ records }) => records.slice(0, severalNamed).map(({ id }) => id));
    const nameOf = await namesApart(this.#db, this.#owner, table, listed);
    const toCreate: OpenName[] = [];
    for (const each of open) {
      const { keys, names, records } = each;
      const [name = ''] = names;
      const rows = each.named.rows.sort((one, other) => one - other);
      const { choice, picked } = await this.#choices.of(at, table, each);
      if (records.length > 0) {
        const fitting = records.slice(0, severalNamed).map(({ id }) => ({ id, name: nameOf.get(id) ?? '' }));
        const ids = new Set<unknown>(records.map(({ id }) => id));
        const asking = rows.filter((row) => !ids.has(heldBy(row)));
        if (asking.length > 0)
          this.ambiguous.push({
            path: at,
            table,
            name,
            rows: asking,
            choice,
            fits: records.length,
            records: fitting,
          });
        for (const [index, key] of keys.entries())
          results.set(key, {
            found: records,
            picked,
            name: names[index] ?? name,
            names: fitting.map((record) => record.name),
          });
        continue;
      }
      this.missing.push({ path: at, table, name, rows, choice });
      if (choice === 'create') toCreate.push(each);
      else {
        const one = entityOf[table].one;
        const result: Resolution = picked
          ? { found: [picked], name, names: [] }
          : choice === null || choice === 'fail'
            ? { errors: { [at]: `${capitalized(one)} “${quotedName(name)}” does not exist` }, name }
            : { errors: { '': `The ${one} chosen for “${quotedName(name)}” does not exist` }, name };
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
        if (!('found' in result)) {
          Object.assign(errors, result.errors);
          delete body[column];
          continue;
        }
        const { record, isOpen } = leadsTo(result);
        if (isOpen) errors[`${at}.${shown}`] = severalMessage(to, result);
        if (!record) continue;
        body[column] = record.id;
        if (this.created.has(record.id)) ids.push(record.id);
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
