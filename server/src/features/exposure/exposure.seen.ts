import type { Area } from '@quartermaster/contract/api/areas';
import type { Way } from '@quartermaster/contract/exposure/exposure.schema';
import { ways } from '@quartermaster/contract/exposure/exposure.schema';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { pacedEach } from '../../lib/paced.ts';
import { type SecretAt, onlySecrets } from '../../records/history/changed-secrets.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import type { SecretChange } from '../../records/history/secret-changes.ts';
import { contentOf } from '../../records/secrets/secret-log.ts';

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
      table: tableOfArea[area as Area],
      recordId: id ?? '',
      field: field ?? '',
      how: via === 'copy' ? 'copied' : 'revealed',
      since: Number(since),
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
  const piecesWith = (id: string) =>
    db
      .selectFrom('secret_piece_records')
      .select('hash')
      .where('ownerId', '=', owner.id)
      .where('recordId', '=', id);
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
      .$if(recordId !== undefined, (query) => query.where('seen.hash', 'in', piecesWith(recordId ?? '')))
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
              table: tableOfArea[area as Area],
              recordId: id,
              field,
              how: 'listed',
              since: lastAt,
            });
        });
  }
}

const secretsAtOnce = 1000;

/** Adds what the person typed in, by the fingerprints in the history. */
async function addWrites(
  db: Db,
  owner: Owner,
  { userId, recordId }: Asked,
  known: KnownSecrets,
): Promise<void> {
  const add = async (set: readonly Pick<SecretChange, 'tableName' | 'recordId' | 'path' | 'at'>[]) => {
    const typed = set.map(({ tableName, recordId: id, path, at }): Known => {
      return { table: tableName as OwnedTableName, recordId: id, field: path, how: 'set', since: at };
    });
    for (const each of await onlySecrets(db, owner, typed)) known.add(each);
  };
  for (let last = { recordId: '', path: '' }, more = true; more;) {
    const rows = await db
      .selectFrom('secret_changes')
      .select(['recordId', 'path'])
      .select(({ fn }) => [fn.max('tableName').as('tableName'), fn.max('at').as('at')])
      .where('ownerId', '=', owner.id)
      .where('actorId', '=', userId)
      .where('after', '<>', '')
      .$if(recordId !== undefined, (query) => query.where('recordId', '=', recordId ?? ''))
      .where(sql<boolean>`("recordId", path) > (${last.recordId}, ${last.path})`)
      .groupBy(['recordId', 'path'])
      .orderBy('recordId')
      .orderBy('path')
      .limit(secretsAtOnce)
      .execute();
    last = rows.at(-1) ?? last;
    more = rows.length === secretsAtOnce;
    await add(rows);
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
