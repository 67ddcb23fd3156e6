import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { v7 as uuid } from 'uuid';
import { nextTime } from '../lib/clock.ts';
import { AppError, notFound, refuse } from '../lib/errors.ts';
import { inPieces } from '../lib/in-pieces.ts';
import { insertChanges, writeChanges } from './history/changes.ts';
import { type Codec, type Decode, decode, encode } from './codec.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import { faultOf } from '../db/faults.ts';
import { type Owner, type Row, type StoredRow, type Value, visibleOwners } from './owner.ts';
import { detach, missingReferences, usedRecords } from './reference-checks.ts';
import { nouns } from './references.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../db/schema.ts';
import { insertTags, tagRows, writeTags } from './tags.ts';
import { together } from './batch-writes.ts';
import { updateRows } from './update-rows.ts';

type Fields = Record<string, unknown>;

export interface TableDefinition<C extends Record<string, Codec>> {
  table: OwnedTableName;
  codecs: C;
  /** Columns that are computed from the fields on every write. */
  computed: (record: Fields) => Row;
  /** What a broken unique rule is called, and on which field. */
  conflict: { field: string; message: string };
}

/** A statement of SQLite's holds up all requests; one of PostgreSQL's costs a way to the server and back. */
const rowsAtOnce = { sqlite: 100, postgres: 400 };

/**
 * The only way to write a record. Every method takes the owner and says it in its SQL, seals what is secret,
 * keeps tags and references in step and leaves a change, all within the caller's transaction.
 */
export class OwnedTable<const C extends Record<string, Codec>> {
  readonly #definition: TableDefinition<C>;
  readonly #codecs: readonly [column: string, codec: Codec][];

  constructor(definition: TableDefinition<C>) {
    this.#definition = definition;
    this.#codecs = Object.entries({ ...definition.codecs, createdAt: 'time', updatedAt: 'time' });
  }

  get name(): OwnedTableName {
    return this.#definition.table;
  }

  /** Opens a row: secrets in clear, lists and maps parsed, flags true or false, times ISO. */
  decode<R extends { id: string }>(owner: Owner, row: R): Decode<R, C> {
    const record: Fields = { ...row };
    for (const [column, codec] of this.#codecs)
      record[column] = this.#decoded(owner, row.id, column, codec, record[column]);
    return record as Decode<R, C>;
  }

  /** The record that this owner sees, or a NOT_FOUND. Locked until the transaction ends, where there is one. */
  async find(db: Db | Tx, owner: Owner, id: string): Promise<StoredRow> {
    let query = db
      .selectFrom(this.name as 'domains')
      .selectAll()
      .where('ownerId', 'in', visibleOwners(this.name, owner))
      .where('id', '=', id);
    if (db.isTransaction && engineOf<Schema>(db) === 'postgres') query = query.forUpdate();
    const row = await query.executeTakeFirst();
    if (!row) throw notFound(nouns[this.name].one);
    return { ...row };
  }

  /** Answers the new record's id. */
  async insert(tx: Tx, owner: Owner, fields: Fields): Promise<string> {
    refuse(await missingReferences(tx, owner, this.name, fields));
    const row = this.#newRow(owner, fields, nextTime());
    const tags = tagRows(row);
    await this.#guarded(() =>
      together(tx, [
        tx.insertInto(this.name as 'domains').values(row as never),
        ...(tags.length > 0 ? [insertTags(tx, owner.id, this.name, tags)] : []),
        insertChanges(tx, owner, this.name, 'create', [{ after: row }], null),
      ]),
    );
    return row.id;
  }

  /** Several at once, in as few statements as may be. References must have been checked. */
  async insertMany(tx: Tx, owner: Owner, list: readonly Fields[], batchId: string | null): Promise<string[]> {
    const now = nextTime();
    const ids: string[] = [];
    for await (const piece of inPieces(list, rowsAtOnce[engineOf<Schema>(tx)])) {
      const rows = piece.map((fields) => this.#newRow(owner, fields, now));
      await this.#guarded(() =>
        tx
          .insertInto(this.name as 'domains')
          .values(rows as never)
          .execute(),
      );
      const tags = rows.flatMap((row) => tagRows(row));
      await writeTags(tx, owner.id, this.name, tags);
      const changes = rows.map((row) => ({ after: row }));
      await writeChanges(tx, owner, this.name, 'create', changes, batchId);
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  }

  /** The record as `update` will leave it, for rules on several fields. A secret that is replaced isn't opened. */
  merged(owner: Owner, before: StoredRow, fields: Fields): Fields {
    const kept = Object.entries(before).filter(([column]) => fields[column] === undefined);
    return { ...this.decode(owner, { id: before.id, ...Object.fromEntries(kept) }), ...fields };
  }

  /** Changes the named fields alone. `before` is what `find` answered in this transaction. */
  async update(tx: Tx, owner: Owner, before: StoredRow, fields: Fields, batchId: string | null = null) {
    refuse(await missingReferences(tx, owner, this.name, fields, before));
    await this.updateMany(tx, owner, [{ before, fields }], batchId);
  }

  /**
   * The same for several, all of the same fields, in as few statements as may be. References must have been checked.
   * A derived write is the system's own, such as a status by date: the record keeps its version.
   */
  async updateMany(
    tx: Tx,
    owner: Owner,
    edits: readonly { before: StoredRow; fields: Fields }[],
    batchId: string | null,
    { derived = false }: { derived?: boolean } = {},
  ) {
    const now = nextTime();
    const rows = edits.map(({ before, fields }) => {
      const merged = { ...this.#visible(owner, before, fields), ...fields };
      // Strictly later even where another process has a clock that is ahead: it is the record's version.
      const updatedAt = derived ? before.updatedAt : Math.max(now, before.updatedAt + 1);
      const named = this.#encode(owner, before.id, fields);
      const after: Row = { ...before, ...named, ...this.#definition.computed(merged), updatedAt };
      return { before, after };
    });
    await this.#guarded(() => updateRows(tx, owner, this.name, rows));
    const retagged = rows.filter(({ before, after }) => after.tags !== before.tags);
    await writeTags(
      tx,
      owner.id,
      this.name,
      retagged.flatMap(({ after }) => tagRows(after)),
      retagged.map(({ before }) => before.id),
    );
    await writeChanges(tx, owner, this.name, 'update', rows, batchId);
  }

  /** Refuses with IN_USE while others require it; where it is optional for others, empties their reference. */
  async remove(tx: Tx, owner: Owner, before: StoredRow): Promise<void> {
    const refused = (await this.removeMany(tx, owner, [before], null)).get(before.id);
    if (refused) throw refused;
  }

  /** The same for several, at most a few hundred. Answers why those stay that are not removed. */
  async removeMany(
    tx: Tx,
    owner: Owner,
    rows: readonly StoredRow[],
    batchId: string | null,
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
    const batch = batchId ?? uuid();
    const detached = await detach(tx, owner, this.name, ids, batch);
    await this.#guarded(() =>
      tx
        .deleteFrom(this.name as 'domains')
        .where('ownerId', '=', owner.id)
        .where('id', 'in', ids)
        .execute(),
    );
    await writeTags(tx, owner.id, this.name, [], ids);
    const changes = free.map((before) => ({ before }));
    await writeChanges(tx, owner, this.name, 'delete', changes, detached > 0 ? batch : batchId);
    return inUse;
  }

  /** The record without its secrets and what is replaced, so that one that can't be opened can be replaced. */
  #visible(owner: Owner, row: StoredRow, fields: Fields): Fields {
    const closed = (column: string) =>
      (this.#definition.codecs[column]?.startsWith('secret') ?? false) || fields[column] !== undefined;
    return this.decode(
      owner,
      Object.fromEntries(Object.entries(row).filter(([column]) => !closed(column))) as typeof row,
    );
  }

  #newRow(owner: Owner, fields: Fields, now: number): Row & { id: string } {
    const id = uuid();
    const row = this.#encode(owner, id, fields);
    return {
      ...row,
      ...this.#definition.computed(fields),
      ownerId: owner.id,
      id,
      createdAt: now,
      updatedAt: now,
    };
  }

  #encode(owner: Owner, id: string, fields: Fields): Row {
    const row: Row = {};
    for (const [column, value] of Object.entries(fields))
      if (value !== undefined) row[column] = this.#encoded(owner, id, column, value);
    return row;
  }

  #encoded(owner: Owner, id: string, column: string, value: unknown): Value {
    return encode(this.#definition.codecs[column], value, (text) =>
      owner.sealer.seal(this.name, column, id, text),
    );
  }

  #decoded(owner: Owner, id: string, column: string, codec: Codec, value: unknown): unknown {
    return decode(codec, value, (sealed) => owner.sealer.unseal(this.name, column, id, sealed));
  }

  async #guarded(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const fault = faultOf(error);
      const { field, message } = this.#definition.conflict;
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
