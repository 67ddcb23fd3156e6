import type { Area } from '@quartermaster/contract/api/areas';
import type { Way } from '@quartermaster/contract/exposure/exposure.schema';
import { ways } from '@quartermaster/contract/exposure/exposure.schema';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { isSealed } from '../../records/codec.ts';
import { entityOf, ownedTables, tableOfArea } from '../../records/entities.ts';
import { contentOf } from '../../records/secret-log.ts';
import { type SecretAt, latestSecrets, secretIn } from '../../records/values-since.ts';
import type { Row } from '../../records/row.ts';

/** A secret that a person knows, how they came to know it, and when last (`since`). */
export interface Known extends SecretAt {
  how: Way;
  /** The record's name in the secret log. */
  recordName?: string | null;
}

const keyOf = ({ table, recordId, field }: Omit<SecretAt, 'since'>): string =>
  `${table} ${recordId} ${field}`;

/** Keeps one entry for each secret, with the strongest evidence and the latest time. */
class KnownSecrets {
  readonly found = new Map<string, Known>();

  add(known: Known): void {
    const other = this.found.get(keyOf(known));
    const how = other && ways.indexOf(other.how) < ways.indexOf(known.how) ? other.how : known.how;
    this.found.set(keyOf(known), {
      ...other,
      ...known,
      how,
      since: Math.max(known.since, other?.since ?? 0),
    });
  }
}

/** Adds what the person revealed or copied. */
async function addViews(db: Db, owner: Owner, userId: string, known: KnownSecrets): Promise<void> {
  const rows = await db
    .selectFrom('secret_views')
    .select(['area', 'recordId', 'field', 'via'])
    .select(({ fn }) => [fn.max('at').as('since'), fn.max('recordName').as('recordName')])
    .where('ownerId', '=', owner.id)
    .where('actorId', '=', userId)
    .where('field', 'is not', null)
    .groupBy(['area', 'recordId', 'field', 'via'])
    .execute();
  for (const { area, recordId, field, via, since, recordName } of rows)
    known.add({
      recordName,
      ...{ table: tableOfArea[area as Area], recordId: recordId ?? '', field: field ?? '' },
      ...{ how: via === 'copy' ? 'copied' : 'revealed', since: Number(since) },
    });
}

/** Adds what answers to the person contained. */
async function addPieces(db: Db, owner: Owner, userId: string, known: KnownSecrets): Promise<void> {
  const rows = await db
    .selectFrom('secret_piece_views as seen')
    .innerJoin('secret_pieces as piece', (join) =>
      join.onRef('piece.ownerId', '=', 'seen.ownerId').onRef('piece.hash', '=', 'seen.hash'),
    )
    .select(['piece.area', 'piece.content', 'seen.lastAt'])
    .where('seen.ownerId', '=', owner.id)
    .where('seen.actorId', '=', userId)
    .execute();
  for (const { area, content, lastAt } of rows)
    for (const [fields, ids] of contentOf(content))
      for (const recordId of ids)
        for (const field of fields)
          known.add({ table: tableOfArea[area as Area], recordId, field, how: 'listed', since: lastAt });
}

const changesAtOnce = 500;

/** The paths below a column that a change may have set. */
function pathsOf(owner: Owner, table: OwnedTableName, recordId: string, after: string, column: string) {
  const value = secretIn(owner, table, recordId, after, column);
  if (typeof value === 'string') return [column];
  if (Array.isArray(value))
    return (value as { id: string }[]).flatMap(({ id }) =>
      ['password', 'sshKey'].map((part) => `${column}.${id}.${part}`),
    );
  return Object.keys(value ?? {}).map((name) => `${column}.${name}`);
}

/** Adds what the person typed in, found by comparing the values in the history. */
async function addWrites(db: Db, owner: Owner, userId: string, known: KnownSecrets): Promise<void> {
  for (const table of ownedTables) {
    const columns = Object.entries(entityOf[table].fields).flatMap(([name, { column }]) =>
      isSealed(column) ? [name] : [],
    );
    if (columns.length === 0) continue;
    for (let last = '', more = true; more;) {
      const rows = await db
        .selectFrom('changes')
        .select(['id', 'recordId', 'at', 'before', 'after'])
        .where('ownerId', '=', owner.id)
        .where('actorId', '=', userId)
        .where('tableName', '=', table)
        .where('action', 'in', ['create', 'update'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(changesAtOnce)
        .execute();
      last = rows.at(-1)?.id ?? '';
      more = rows.length === changesAtOnce;
      const touched = rows.filter(({ after }) => {
        const row = JSON.parse(after ?? '{}') as Row;
        return columns.some((column) => typeof row[column] === 'string');
      });
      const latest = await latestSecrets(
        db,
        owner,
        table,
        touched.map(({ recordId }) => recordId),
      );
      for (const { recordId, at, before, after } of touched)
        for (const column of columns)
          for (const field of pathsOf(owner, table, recordId, after ?? '{}', column)) {
            const value = secretIn(owner, table, recordId, after, field);
            const isNew = value !== null && value !== secretIn(owner, table, recordId, before, field);
            if (isNew && (latest.get(recordId)?.isSecret(field) ?? true))
              known.add({ table, recordId, field, how: 'set', since: at });
          }
    }
  }
}

/** Every secret of the workspace that a person saw or typed in, the latest first. */
export async function knownBy(db: Db, owner: Owner, userId: string): Promise<Known[]> {
  const known = new KnownSecrets();
  await addViews(db, owner, userId, known);
  await addPieces(db, owner, userId, known);
  await addWrites(db, owner, userId, known);
  return [...known.found.values()].toSorted((a, b) => b.since - a.since || (keyOf(a) < keyOf(b) ? -1 : 1));
}
