import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { v7 as uuid } from 'uuid';
import { nextTime } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { pacedMap } from '../../lib/paced.ts';
import type { Action, Change, ChangeLog, Follower } from './change-log.ts';
import { rowLock } from '../../db/row-lock.ts';
import { faultOf } from '../../db/faults.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen, scopeErrors } from './scope.ts';
import type { Row, StoredRow } from '../kinds/row.ts';
import { type Fields, StoredRows, type WriteRules } from './stored-rows.ts';
import { type Resolved, detach, referencesOf, usedRecords } from './reference-checks.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { followRevision } from './revision.ts';
import { type Tagged, followTags } from './tags.ts';
import { updateRows } from './update-rows.ts';
import type { Write } from './write-together.ts';

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

/** Records that were written, and with `writes` others that are written at the same time. */
interface Written {
  /** By default the table itself. */
  table?: OwnedTableName;
  action: Action;
  changes: readonly Change[];
  writes?: readonly Write[];
  /** Followers whose part the caller does, for many such calls at once. */
  except?: readonly Follower[];
}

/**
 * The only way to write a record, for `insertMany` too. Every method puts the owner into its SQL, seals secrets, keeps
 * references in step, tells the followers, and adds its changes to the batch, all within the caller's transaction.
 *
 * For example, somebody moves the expiration date of a domain. `update` checks what the sent fields refer to. `updateMany`
 * adds the status that follows from the date, makes the row anew from the fields and all that is derived from them (search
 * words, keys, version), and writes the columns that differ. `follow` then hands `{ before, after }` to each follower in
 * turn:
 * - tags and the dates on the record are the same, so these return nothing;
 * - look-ups depend on the date, so their plan is due at the end of the transaction, and so are the alerts;
 * - the shown date has moved, so its row in `shown_dates` is to be written;
 * - the revision returns the statements for a new number, by which every process knows that its cached totals are old.
 * The statements returned are run with those of the history in one round trip.
 */
export class OwnedTable extends StoredRows {
  readonly #followers: readonly Follower[];

  /** `followers`: what follows its records beyond tags and the revision, in this order. */
  constructor(name: OwnedTableName, rules?: WriteRules, followers: readonly Follower[] = []) {
    super(name, rules);
    this.#followers = [followTags, ...followers, followRevision];
  }

  /** Returns a visible row, or throws NOT_FOUND. In a transaction, locks it until the end. */
  async find(db: Db, owner: Owner, id: string): Promise<StoredRow> {
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
    const writes = [tx.insertInto(this.name as 'domains').values(row as never)];
    await this.guarded(() =>
      this.follow(tx, owner, { action: 'create', changes: [{ after: row }], writes }, batch),
    );
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
    const rows = await pacedMap(edits, ({ before, fields: sent, owners, touched = [] }) => {
      const fields = this.settled(sent, before);
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
    await this.follow(tx, owner, { action: 'update', changes: rows }, batch);
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
    const changes = rows.flatMap((after) => (ids.has(after.id) ? [{ after }] : []));
    await this.follow(tx, owner, { action: 'create', changes }, batch);
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
    await detach(tx, owner, this.name, ids, (table, changes) =>
      this.follow(tx, owner, { table, action: 'update', changes }, batch),
    );
    await this.guarded(() =>
      tx
        .deleteFrom(this.name as 'domains')
        .where('ownerId', '=', owner.id)
        .where('id', 'in', ids)
        .execute(),
    );
    const changes = free.map((before) => ({ before }));
    removed?.push(...free.map(({ id, tags = null }) => ({ id, tags })));
    const except = removed ? [followTags] : [];
    await this.follow(tx, owner, { action: 'delete', changes, except }, batch);
    return inUse;
  }

  /** Keeps all that follows records in step with what was written, and records it. */
  async follow(
    tx: Tx,
    owner: Owner,
    { table = this.name, action, changes, writes = [], except = [] }: Written,
    batch: ChangeLog,
  ): Promise<void> {
    if (changes.length === 0) return;
    const all = [...writes];
    for (const follow of this.#followers)
      if (!except.includes(follow)) all.push(...(await follow(tx, owner, table, changes, batch)));
    await batch.write(tx, owner, table, action, changes, all);
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
