import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { v7 as uuid } from 'uuid';
import { nextTime } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { pacedMap } from '../../lib/paced.ts';
import { updateDates } from '../../expiry/dates/date-rows.ts';
import { storeShown, updateShown } from '../../expiry/dates/shown-dates.ts';
import { followFound } from '../../expiry/lookups/found.ts';
import type { ChangeLog } from './change-log.ts';
import { rowLock } from '../../db/row-lock.ts';
import { faultOf } from '../../db/faults.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen, scopeErrors } from './scope.ts';
import type { Row, StoredRow } from '../kinds/row.ts';
import { type Fields, StoredRows } from './stored-rows.ts';
import { type Resolved, detach, referencesOf, usedRecords } from './reference-checks.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { type Tagged, insertTags, linksOf, storedLinks, tagIds, updateTags } from './tags.ts';
import { writeTogether } from './write-together.ts';
import { updateRows } from './update-rows.ts';

/** A change of a row to make. The caller has checked references, whose owners are `owners`. */
export interface RowEdit {
  before: StoredRow;
  fields: Fields;
  owners?: Resolved['owners'];
  /** The paths of the secrets that were sent, even if they are the same. */
  touched?: readonly string[];
}

/** A record to bring back as it was, with the values of its fields. */
export interface RowRestoration {
  before: Row & Pick<StoredRow, 'id'>;
  fields: Fields;
  owners: Resolved['owners'];
}

/**
 * The only way to write a record, for `insertMany` too. Every method puts the owner into its SQL, seals secrets, keeps
 * tags and references in step, and adds its changes to the batch, all within the caller's transaction.
 */
export class OwnedTable extends StoredRows {
  /** Returns a visible row, or throws NOT_FOUND. In a transaction, locks it until the end. */
  async find(db: Db | Tx, owner: Owner, id: string): Promise<StoredRow> {
    const row = await db
      .selectFrom(this.name as 'domains')
      .selectAll()
      .where(isSeen(this.name, owner))
      .where('id', '=', id)
      .modifyEnd(rowLock(db))
      .executeTakeFirst();
    if (!row) throw notFound(this.entity.one);
    return { ...row };
  }

  /** Returns the new record's id. */
  async insert(tx: Tx, owner: Owner, fields: Fields, batch: ChangeLog): Promise<string> {
    const { owners, errors } = (await referencesOf(tx, owner, this.name, [fields]))(fields);
    refuse({ ...errors, ...scopeErrors(this.name, owner, fields['tags']) });
    const row = this.newRow(owner, uuid(), fields, owners, nextTime());
    const tags = linksOf(row.id, fields);
    const ids = await tagIds(tx, owner.id, this.name, [tags], (each) => each);
    const changes = await batch.statements(tx, owner, this.name, 'create', [{ after: row }]);
    await this.guarded(() =>
      writeTogether(tx, [
        tx.insertInto(this.name as 'domains').values(row as never),
        ...(tags.length > 0 ? [insertTags(tx, owner.id, ids, tags)] : []),
        ...storeShown(tx, owner.id, this.name, [row]),
        ...changes,
      ]),
    );
    await followFound(tx, owner.id, this.name, null);
    return row.id;
  }

  /** Changes only the given fields. `before` is what `find` returned in this transaction. */
  async update(
    tx: Tx,
    owner: Owner,
    before: StoredRow,
    fields: Fields,
    batch: ChangeLog,
    touched: readonly string[] = [],
  ): Promise<void> {
    const { owners, errors } = (await referencesOf(tx, owner, this.name, [fields]))(fields, before);
    refuse({
      ...errors,
      ...(fields['tags'] !== undefined && scopeErrors(this.name, owner, fields['tags'])),
    });
    await this.updateMany(tx, owner, [{ before, fields, owners, touched }], batch);
  }

  /**
   * Changes the same fields of several rows in few statements. The caller has checked references. A derived write, such
   * as a status by date, keeps the record's version.
   */
  async updateMany(
    tx: Tx,
    owner: Owner,
    edits: readonly RowEdit[],
    batch: ChangeLog,
    { derived = false }: { derived?: boolean } = {},
  ) {
    const now = nextTime();
    const rows = await pacedMap(edits, ({ before, fields, owners, touched = [] }) => {
      const merged = { ...this.visible(owner, before, fields), ...fields };
      // Dates have versions of their own.
      const isKept = derived || Object.keys(fields).join() === 'dates';
      // Strictly later, even if another process's clock is ahead: it is the record's version.
      const updatedAt = isKept ? before.updatedAt : Math.max(now, before.updatedAt + 1);
      const named = this.encode(owner, before.id, fields);
      const after: Row = { ...before, ...named, ...owners, ...this.computed(merged, before), updatedAt };
      return { before, after, touched };
    });
    await this.guarded(() => updateRows(tx, owner, this.name, rows));
    await updateTags(tx, owner.id, this.name, rows);
    await updateDates(tx, owner.id, this.name, rows);
    await followFound(tx, owner.id, this.name, rows);
    await updateShown(tx, owner.id, this.name, rows);
    await batch.write(tx, owner, this.name, 'update', rows);
  }

  /**
   * Brings deleted records back under their ids, at most a few hundred. Returns the ids of those whose unique fields are
   * taken by now.
   */
  async restoreMany(
    tx: Tx,
    owner: Owner,
    restorations: readonly RowRestoration[],
    batch: ChangeLog,
  ): Promise<Set<string>> {
    const now = nextTime();
    const rows = await pacedMap(restorations, ({ before, fields, owners }): Row & { id: string } => ({
      ...this.newRow(owner, before.id, fields, owners, now),
      createdAt: before.createdAt ?? now,
      updatedAt: Math.max(now, Number(before.updatedAt ?? 0) + 1),
      ...(this.entity.global && { userId: before.userId ?? null }),
    }));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const stored = await this.guarded(() =>
      tx
        .insertInto(this.name as 'domains')
        .columns(columns as never)
        .expression(rowsOf(tx, this.name, columns, rows))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute(),
    );
    const ids = new Set(stored.map(({ id }) => id));
    const added = rows.filter(({ id }) => ids.has(id));
    const links = added.flatMap(storedLinks);
    const tags = await tagIds(tx, owner.id, this.name, [links], (each) => each);
    if (links.length > 0) await insertTags(tx, owner.id, tags, links).execute();
    const changes = added.map((after) => ({ after }));
    await updateDates(tx, owner.id, this.name, changes);
    await followFound(tx, owner.id, this.name, changes);
    await updateShown(tx, owner.id, this.name, changes);
    await batch.write(tx, owner, this.name, 'create', changes);
    return new Set(rows.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
  }

  /** Throws IN_USE while others require the record; clears optional references to it. */
  async remove(tx: Tx, owner: Owner, before: StoredRow, batch: ChangeLog): Promise<void> {
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
    batch: ChangeLog,
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
    await updateDates(tx, owner.id, this.name, changes);
    await followFound(tx, owner.id, this.name, changes);
    await batch.write(tx, owner, this.name, 'delete', changes);
    return inUse;
  }

  /** Turns refusals by the database into errors for people. */
  async guarded<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const fault = faultOf(error);
      const { field, message } = this.entity.unique;
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
