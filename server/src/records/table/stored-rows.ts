import type { Entity } from '@quartermaster/contract/api/entity';
import type { Credentials } from '@quartermaster/contract/catalog/credential-field';
import type { Owner } from '../../access/owner.ts';
import { type OwnedTableName, globalOwner } from '../../db/schema.ts';
import { UnsealError } from '../../secrets/seal.ts';
import { type Codec, encode } from '../kinds/codec.ts';
import { noDates } from '../kinds/date-element.ts';
import { decodeColumn } from '../kinds/decode-column.ts';
import { entityOf, caselessKeys } from '../kinds/entities.ts';
import { searchText } from './search.ts';
import type { Resolved } from './reference-checks.ts';
import type { Row, StoredRow } from '../kinds/row.ts';
import { credentialColumns, namesColumn, namesOfCredentials } from './credential-names.ts';
import { textKeysOf } from './text-keys.ts';

export type Fields = Record<string, unknown>;

/** What a kind adds to how its records are written. */
export interface WriteRules {
  /** Search words in addition to those of the record's fields. */
  words?: (record: Fields) => string[];
  /** The fields of a change, with those that follow from them. */
  settled?: (fields: Fields, before: StoredRow) => Fields;
}

/** How the records of a table are stored in rows. */
export class StoredRows {
  readonly name: OwnedTableName;
  readonly entity: Entity;
  readonly #codecs: readonly (readonly [column: string, codec: Codec])[];
  readonly #rules: WriteRules;

  constructor(name: OwnedTableName, rules: WriteRules = {}) {
    this.name = name;
    this.entity = entityOf[name];
    const fields = Object.entries(this.entity.fields);
    this.#codecs = [
      ...fields.map(([column, field]) => [column, field.column] as const),
      ['createdAt', 'time'],
      ['updatedAt', 'time'],
    ];
    this.#rules = rules;
  }

  /** Decodes a row: unseals secrets, parses lists and maps, and converts flags to booleans and times to ISO texts. */
  decode(owner: Owner, row: Row & { id: string }): Fields {
    const record: Fields = { ...row };
    for (const [column, codec] of this.#codecs)
      record[column] = decodeColumn(owner.sealer, this.name, row.id, column, codec, row[column]);
    return record;
  }

  /** One field of a row; null for a secret that no key opens, so that it can be replaced. */
  read(owner: Owner, row: StoredRow, column: string): unknown {
    try {
      return this.decode(owner, { id: row.id, [column]: row[column] ?? null })[column];
    } catch (error) {
      if (error instanceof UnsealError) return null;
      throw error;
    }
  }

  /** The record as `update` will leave it, for rules on several fields. Does not open a secret that is replaced. */
  merged(owner: Owner, before: StoredRow, fields: Fields): Fields {
    const kept = Object.entries(before).filter(([column]) => fields[column] === undefined);
    return { ...this.decode(owner, { id: before.id, ...Object.fromEntries(kept) }), ...fields };
  }

  /** The fields of a change as they are written. */
  settled(fields: Fields, before: StoredRow): Fields {
    return this.#rules.settled?.(fields, before) ?? fields;
  }

  /** Leaves out secrets and replaced fields, so that a secret that can't be opened can be replaced. */
  protected visible(owner: Owner, row: StoredRow, fields: Fields): Fields {
    const closed = (column: string) =>
      (this.entity.fields[column]?.column.startsWith('secret') ?? false) || fields[column] !== undefined;
    return this.decode(
      owner,
      Object.fromEntries(Object.entries(row).filter(([column]) => !closed(column))) as typeof row,
    );
  }

  /** The row of a new record. */
  newRow(owner: Owner, id: string, fields: Fields, owners: Resolved['owners'], now: number) {
    return {
      dates: noDates,
      ...this.encode(owner, id, fields),
      ...this.computed(fields),
      ...owners,
      ...(this.entity.global && { userId: owner.id === globalOwner ? null : owner.principal.userId }),
      ownerId: owner.id,
      id,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Columns derived from the fields. */
  protected computed(record: Fields, before?: Row): Row {
    const names = credentialColumns(this.name).flatMap((field) =>
      record[field] === undefined
        ? []
        : [[namesColumn(field), namesOfCredentials(record[field] as Credentials)]],
    );
    const marks = Object.entries(this.entity.fields).flatMap(([field, { mark = '', isMarked, nullable }]) =>
      isMarked && (record[field] !== undefined || (nullable && !before))
        ? [[mark, isMarked((record[field] ?? null) as never) ? 1 : 0]]
        : [],
    );
    return {
      ...(caselessKeys(this.name, record, before) as Row),
      ...textKeysOf(this.name, record),
      ...(Object.fromEntries([...names, ...marks]) as Row),
      searchText: searchText(this.name, record, this.#rules.words?.(record) ?? []),
    };
  }

  protected encode(owner: Owner, id: string, fields: Fields): Row {
    const row: Row = {};
    for (const [column, codec] of this.#codecs)
      if (fields[column] !== undefined)
        row[column] = encode(codec, fields[column], (text) => owner.sealer.seal(this.name, column, id, text));
    return row;
  }
}
