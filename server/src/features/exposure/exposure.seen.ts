import type { Area } from '@quartermaster/contract/api/areas';
import type { Way } from '@quartermaster/contract/exposure/exposure.schema';
import { ways } from '@quartermaster/contract/exposure/exposure.schema';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { pacedEach, pacedMap } from '../../lib/paced.ts';
import { isSealed } from '../../records/codec.ts';
import { entityOf, ownedTables, tableOfArea } from '../../records/entities.ts';
import { mayHoldText } from '../../records/list/conditions.ts';
import { contentOf } from '../../records/secret-log.ts';
import { type SecretAt, onlySecrets, valuesIn } from '../../records/values-since.ts';
import type { Row } from '../../records/row.ts';

/** A secret that a person knows, how they came to know it, and when last (`since`). */
export interface Known extends SecretAt {
  how: Way;
  /** The record's name in the secret log. */
  recordName?: string | null;
}

/** The secrets that one person knows. */
class KnownSecrets {
  readonly #found = new Map<string, Known>();

  /** Keeps one entry for each secret, with the strongest evidence and the latest time. */
  add(known: Known): void {
    const key = `${known.table} ${known.recordId} ${known.field}`;
    const other = this.#found.get(key);
    const how = other && ways.indexOf(other.how) < ways.indexOf(known.how) ? other.how : known.how;
    this.#found.set(key, { ...other, ...known, how, since: Math.max(known.since, other?.since ?? 0) });
  }

  latestFirst(): Known[] {
    return [...this.#found.values()].toSorted((a, b) => b.since - a.since);
  }
}

/** Whose knowledge to read; of one record's secrets, or of all. */
interface Asked {
  userId: string;
  recordId: string | undefined;
}

/** Adds what the person revealed or copied. */
async function addViews(
  db: Db,
  owner: Owner,
  { userId, recordId }: Asked,
  known: KnownSecrets,
): Promise<void> {
  const rows = await db
    .selectFrom('secret_views')
    .select(['area', 'recordId', 'field', 'via'])
    .select(({ fn }) => [fn.max('at').as('since'), fn.max('recordName').as('recordName')])
    .where('ownerId', '=', owner.id)
    .where('actorId', '=', userId)
    .where('field', 'is not', null)
    .$if(recordId !== undefined, (query) => query.where('recordId', '=', recordId ?? ''))
    .groupBy(['area', 'recordId', 'field', 'via'])
    .orderBy('since')
    .execute();
  for (const { area, recordId: id, field, via, since, recordName } of rows)
    known.add({
      recordName,
      ...{ table: tableOfArea[area as Area], recordId: id ?? '', field: field ?? '' },
      ...{ how: via === 'copy' ? 'copied' : 'revealed', since: Number(since) },
    });
}

/** Each holds up to `limits.viewPiece` records. */
const piecesAtOnce = 20;

/** Adds what answers to the person contained. */
async function addPieces(
  db: Db,
  owner: Owner,
  { userId, recordId }: Asked,
  known: KnownSecrets,
): Promise<void> {
  for (let last = '', more = true; more;) {
    const rows = await db
      .selectFrom('secret_piece_views as seen')
      .innerJoin('secret_pieces as piece', (join) =>
        join.onRef('piece.ownerId', '=', 'seen.ownerId').onRef('piece.hash', '=', 'seen.hash'),
      )
      .select(['seen.hash', 'piece.area', 'piece.content', 'seen.lastAt'])
      .where('seen.ownerId', '=', owner.id)
      .where('seen.actorId', '=', userId)
      .where('seen.hash', '>', last)
      .$if(recordId !== undefined, (query) => query.where(mayHoldText('piece.content', recordId ?? '')))
      .orderBy('seen.hash')
      .limit(piecesAtOnce)
      .execute();
    last = rows.at(-1)?.hash ?? '';
    more = rows.length === piecesAtOnce;
    for (const { area, content, lastAt } of rows)
      for (const [fields, ids] of contentOf(content))
        await pacedEach(ids, (id) => {
          for (const field of fields)
            known.add({
              ...{ table: tableOfArea[area as Area], recordId: id, field },
              ...{ how: 'listed', since: lastAt },
            });
        });
  }
}

const changesAtOnce = 100;

/** The sealed columns of each table that has any. */
const sealedColumns = new Map(
  ownedTables.flatMap((table) => {
    const fields = Object.entries(entityOf[table].fields).filter(([, { column }]) => isSealed(column));
    return fields.length > 0 ? [[table, new Map(fields.map(([name, { column }]) => [name, column]))]] : [];
  }),
);

/** The paths of the values that a change set. */
function setBy(owner: Owner, table: OwnedTableName, recordId: string, before: Row, after: Row): string[] {
  return [...(sealedColumns.get(table) ?? [])].flatMap(([column, codec]) => {
    if (typeof after[column] !== 'string') return [];
    // Nothing to compare it with: it need not be opened.
    if (codec === 'secret' && typeof before[column] !== 'string') return [column];
    const old = valuesIn(owner, table, recordId, before, column);
    const values = [...valuesIn(owner, table, recordId, after, column)];
    return values.flatMap(([path, value]) => (old.get(path) === value ? [] : path));
  });
}

/** Adds what the person typed in, found by comparing the values in the history. */
async function addWrites(
  db: Db,
  owner: Owner,
  { userId, recordId }: Asked,
  known: KnownSecrets,
): Promise<void> {
  const columns = new Set([...sealedColumns.values()].flatMap((each) => [...each.keys()]));
  for (let last = '', more = true; more;) {
    const rows = await db
      .selectFrom('changes')
      .select(['id', 'tableName', 'recordId', 'at', 'before', 'after'])
      .where('ownerId', '=', owner.id)
      .where('actorId', '=', userId)
      .where('tableName', 'in', [...sealedColumns.keys()])
      .where('action', 'in', ['create', 'update'])
      .where('id', '>', last)
      .where(({ or, eb }) => or([...columns].map((column) => eb('after', 'like', `%"${column}":"%`))))
      .$if(recordId !== undefined, (query) => query.where('recordId', '=', recordId ?? ''))
      .orderBy('id')
      .limit(changesAtOnce)
      .execute();
    last = rows.at(-1)?.id ?? '';
    more = rows.length === changesAtOnce;
    const set = await pacedMap(rows, ({ tableName, recordId: id, at: since, before, after }): Known[] => {
      const [table, old] = [tableName as OwnedTableName, JSON.parse(before ?? '{}') as Row];
      const fields = setBy(owner, table, id, old, JSON.parse(after ?? '{}') as Row);
      return fields.map((field) => ({ table, recordId: id, field, how: 'set', since }));
    });
    for (const each of await onlySecrets(db, owner, set.flat())) known.add(each);
  }
}

/**
 * The secrets of the workspace that a person saw or typed in, the latest first: all of them, or those of one record.
 */
export async function knownBy(db: Db, owner: Owner, userId: string, recordId?: string): Promise<Known[]> {
  const known = new KnownSecrets();
  await addViews(db, owner, { userId, recordId }, known);
  await addPieces(db, owner, { userId, recordId }, known);
  await addWrites(db, owner, { userId, recordId }, known);
  return known.latestFirst();
}
