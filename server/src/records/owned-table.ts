import type { Entity } from '@quartermaster/contract/api/entity';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Credentials } from '@quartermaster/contract/catalog/credential-field';
import { v7 as uuid } from 'uuid';
import { nextTime } from '../lib/clock.ts';
import { AppError, notFound, refuse } from '../lib/errors.ts';
import { pacedMap } from '../lib/paced.ts';
import type { Batch } from './history/batches.ts';
import { type Codec, encode } from './codec.ts';
import { credentialColumns, namesColumn, namesOfCredentials } from './secrets/credential-names.ts';
import { entityOf, keysOf } from './entities.ts';
import { opened } from './decode-column.ts';
import { searchText } from './list/search.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import { faultOf } from '../db/faults.ts';
import type { Owner } from '../access/owner.ts';
import { isSeen, scopeErrors } from './scope.ts';
import type { Row, StoredRow } from './row.ts';
import { type Resolved, detach, referencesOf, usedRecords } from './reference-checks.ts';
import { type Db, type OwnedTableName, type Schema, type Tx, globalOwner } from '../db/schema.ts';
import { type Tagged, insertTags, linksOf, tagIds, updateTags } from './tags.ts';
import { UnsealError } from '../secrets/seal.ts';
import { batchWrites } from './batch-writes.ts';
import { textKeysOf } from './text-keys.ts';
import { updateRows } from './update-rows.ts';

type Fields = Record<string, unknown>;

/**
 * The only way to write a record, for `insertMany` too. Every method puts the owner into its SQL, seals secrets, keeps tags and references in
 * step, and adds its changes to the batch, all within the caller's transaction.
 */
export class OwnedTable {
  readonly name: OwnedTableName;
  readonly #entity: Entity;
  readonly #codecs: readonly (readonly [column: string, codec: Codec])[];
  readonly #moreWords: (record: Fields) => string[];

  /** `moreWords` returns search words in addition to those of the record's fields. */
  constructor(name: OwnedTableName, moreWords: (record: Fields) => string[] = () => []) {
    this.name = name;
    this.#entity = entityOf[name];
    const fields = Object.entries(this.#entity.fields);
    this.#codecs = [
      ...fields.map(([column, field]) => [column, field.column] as const),
      ['createdAt', 'time'],
      ['updatedAt', 'time'],
    ];
    this.#moreWords = moreWords;
  }

  /** Decodes a row: unseals secrets, parses lists and maps, and converts flags to booleans and times to ISO texts. */
  decode(owner: Owner, row: Row & { id: string }): Fields {
    const record: Fields = { ...row };
    for (const [column, codec] of this.#codecs)
      record[column] = opened(owner.sealer, this.name, row.id, column, codec, row[column]);
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

  /** Returns a visible row, or throws NOT_FOUND. In a transaction, locks it until the end. */
  async find(db: Db | Tx, owner: Owner, id: string): Promise<StoredRow> {
    let query = db
      .selectFrom(this.name as 'domains')
      .selectAll()
      .where(isSeen(this.name, owner))
      .where('id', '=', id);
    if (db.isTransaction && engineOf<Schema>(db) === 'postgres') query = query.forUpdate();
    const row = await query.executeTakeFirst();
    if (!row) throw notFound(this.#entity.one);
    return { ...row };
  }

  /** Returns the new record's id. */
  async insert(tx: Tx, owner: Owner, fields: Fields, batch: Batch): Promise<string> {
    const { owners, errors } = (await referencesOf(tx, owner, this.name, [fields]))(fields);
    refuse({ ...errors, ...scopeErrors(this.name, owner, fields['tags']) });
    const row = this.newRow(owner, uuid(), fields, owners, nextTime());
    const tags = linksOf(row.id, fields);
    const ids = await tagIds(tx, owner.id, this.name, [tags], (each) => each);
    const changes = await batch.statements(tx, owner, this.name, 'create', [{ after: row }]);
    await this.guarded(() =>
      batchWrites(tx, [
        tx.insertInto(this.name as 'domains').values(row as never),
        ...(tags.length > 0 ? [insertTags(tx, owner.id, ids, tags)] : []),
        ...changes,
      ]),
    );
    return row.id;
  }

  /** The record as `update` will leave it, for rules on several fields. Does not open a secret that is replaced. */
  merged(owner: Owner, before: StoredRow, fields: Fields): Fields {
    const kept = Object.entries(before).filter(([column]) => fields[column] === undefined);
    return { ...this.decode(owner, { id: before.id, ...Object.fromEntries(kept) }), ...fields };
  }

  /** Changes only the given fields. `before` is what `find` returned in this transaction. */
  async update(tx: Tx, owner: Owner, before: StoredRow, fields: Fields, batch: Batch): Promise<void> {
    const { owners, errors } = (await referencesOf(tx, owner, this.name, [fields]))(fields, before);
    refuse({
      ...errors,
      ...(fields['tags'] !== undefined && scopeErrors(this.name, owner, fields['tags'])),
    });
    await this.updateMany(tx, owner, [{ before, fields, owners }], batch);
  }

  /**
   * Changes the same fields of several rows in few statements. The caller has checked references. A derived write, such
   * as a status by date, keeps the record's version.
   */
  async updateMany(
    tx: Tx,
    owner: Owner,
    edits: readonly { before: StoredRow; fields: Fields; owners?: Resolved['owners'] }[],
    batch: Batch,
    { derived = false }: { derived?: boolean } = {},
  ) {
    const now = nextTime();
    const rows = await pacedMap(edits, ({ before, fields, owners }) => {
      const merged = { ...this.#visible(owner, before, fields), ...fields };
      // Strictly later, even if another process's clock is ahead: it is the record's version.
      const updatedAt = derived ? before.updatedAt : Math.max(now, before.updatedAt + 1);
      const named = this.#encode(owner, before.id, fields);
      const after: Row = { ...before, ...named, ...owners, ...this.#computed(merged, before), updatedAt };
      return { before, after };
    });
    await this.guarded(() => updateRows(tx, owner, this.name, rows));
    await updateTags(tx, owner.id, this.name, rows);
    await batch.write(tx, owner, this.name, 'update', rows);
  }

  /** Throws IN_USE while others require the record; clears optional references to it. */
  async remove(tx: Tx, owner: Owner, before: StoredRow, batch: Batch): Promise<void> {
    const refused = (await this.removeMany(tx, owner, [before], batch)).get(before.id);
    if (refused) throw refused;
  }

  /**
   * Removes several, at most a few hundred. Returns those that it refused, each with its IN_USE. Adds the others to
   * `removed`, if given, for `deleteTags` to delete the tags of many such calls at once.
   */
  async removeMany(
    tx: Tx,
    owner: Owner,
    rows: readonly StoredRow[],
    batch: Batch,
    removed?: Tagged[],
  ): Promise<Map<string, AppError>> {
    const inUse = await usedRecords(
      tx,
      owner,
      this.name,
      rows.map(({ id }) => id),
    );
    const free = rows.filter(({ id }) => !inUse.has(id));
    if (free.length === 0) return inUse;
    const ids = free.map(({ id }) => id);
    await detach(tx, owner, this.name, ids, batch);
    await this.guarded(() =>
      tx
        .deleteFrom(this.name as 'domains')
        .where('ownerId', '=', owner.id)
        .where('id', 'in', ids)
        .execute(),
    );
    const changes = free.map((before) => ({ before }));
    if (removed) removed.push(...free.map(({ id, tags = null }) => ({ id, tags })));
    else await updateTags(tx, owner.id, this.name, changes);
    await batch.write(tx, owner, this.name, 'delete', changes);
    return inUse;
  }

  /** Leaves out secrets and replaced fields, so that a secret that can't be opened can be replaced. */
  #visible(owner: Owner, row: StoredRow, fields: Fields): Fields {
    const closed = (column: string) =>
      (this.#entity.fields[column]?.column.startsWith('secret') ?? false) || fields[column] !== undefined;
    return this.decode(
      owner,
      Object.fromEntries(Object.entries(row).filter(([column]) => !closed(column))) as typeof row,
    );
  }

  /** The row of a new record. */
  newRow(owner: Owner, id: string, fields: Fields, owners: Resolved['owners'], now: number) {
    return {
      ...this.#encode(owner, id, fields),
      ...this.#computed(fields),
      ...owners,
      ...(this.#entity.global && { userId: owner.id === globalOwner ? null : owner.principal.userId }),
      ownerId: owner.id,
      id,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Columns derived from the fields. */
  #computed(record: Fields, before?: Row): Row {
    const names = credentialColumns(this.name).flatMap((field) =>
      record[field] === undefined
        ? []
        : [[namesColumn(field), namesOfCredentials(record[field] as Credentials)]],
    );
    const marks = Object.entries(this.#entity.fields).flatMap(([field, { mark = '', isMarked }]) =>
      isMarked && record[field] !== undefined ? [[mark, isMarked(record[field] as never) ? 1 : 0]] : [],
    );
    return {
      ...(keysOf(this.name, record, before) as Row),
      ...textKeysOf(this.name, record),
      ...(Object.fromEntries([...names, ...marks]) as Row),
      searchText: searchText(this.name, record, this.#moreWords(record)),
    };
  }

  #encode(owner: Owner, id: string, fields: Fields): Row {
    const row: Row = {};
    for (const [column, codec] of this.#codecs)
      if (fields[column] !== undefined)
        row[column] = encode(codec, fields[column], (text) => owner.sealer.seal(this.name, column, id, text));
    return row;
  }

  /** Turns refusals by the database into errors for people. */
  async guarded<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const fault = faultOf(error);
      const { field, message } = this.#entity.unique;
      const fields: FieldErrors = { [field]: message };
      if (fault === 'unique') throw new AppError('CONFLICT', message, { fields });
      if (fault === 'foreign-key')
        throw new AppError(
          'CONFLICT',
          'A record that this one refers to, or that refers to it, has just changed',
        );
      throw error;
    }
  }
}
