import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { engineOf } from '../../db/engines/engine-of.ts';
import { read } from '../../db/raw-sql.ts';
import { type Db, type Schema, type Tx, globalOwner } from '../../db/schema.ts';
import type { Follower } from './change-log.ts';
import { type Write, writeTogether } from './write-together.ts';

const numbersBelow = 2 ** 48 - 1;

/**
 * SQLite has one writer at a time: a growing number is enough. PostgreSQL has concurrent writers: each adds a new random
 * number and removes those that nobody else is removing. No writer waits for another, and no set of numbers recurs.
 */
function newRevision(tx: Tx, ownerId: string): Write[] {
  if (engineOf<Schema>(tx) === 'sqlite')
    return [
      tx
        .insertInto('stamps')
        .values({ ownerId, stamp: 1 })
        .onConflict((conflict) =>
          conflict.column('ownerId').doUpdateSet({ stamp: sql<number>`stamps.stamp + 1` }),
        ),
    ];
  const removable = tx
    .selectFrom('stamps')
    .select('stamp')
    .where('ownerId', '=', ownerId)
    .forUpdate()
    .skipLocked();
  return [
    tx.deleteFrom('stamps').where('ownerId', '=', ownerId).where('stamp', 'in', removable),
    tx.insertInto('stamps').values({ ownerId, stamp: randomInt(numbersBelow) }),
  ];
}

/** Call it in a transaction that writes what cached totals count, past the owned table. */
export const changeRevision = (tx: Tx, ownerId: string): Promise<void> =>
  writeTogether(tx, newRevision(tx, ownerId));

export const followRevision: Follower = (tx, { id }) => Promise.resolve(newRevision(tx, id));

/** The revision of an owner's data and of global records: while it is unchanged, no process has written. */
export async function currentRevision(db: Db, { id }: { id: string }): Promise<string> {
  const { rows } = await read(
    db,
    sql<{ revision: string }>`select "ownerId" || ' ' || stamp as revision from stamps
    where "ownerId" in (${id}, ${globalOwner})`,
  );
  return rows
    .map(({ revision }) => revision)
    .sort()
    .join();
}
