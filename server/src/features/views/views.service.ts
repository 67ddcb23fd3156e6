import type { View } from '@quartermaster/contract/views/views.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, notFound } from '../../lib/errors.ts';

type Row = Schema['saved_views'];
type Fields = Pick<View, 'area' | 'name' | 'query'>;

const shown = ({ id, area, name, query, createdAt, updatedAt }: Row): View => ({
  id,
  area: area as View['area'],
  name,
  query,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

/** A person's own views in the workspace. */
const own = (db: Db, { principal, owner }: Caller) =>
  db
    .selectFrom('saved_views')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId);

export const listViews = async (db: Db, caller: Caller): Promise<View[]> =>
  (await own(db, caller).orderBy('name').orderBy('id').limit(serverLimits.views).execute()).map(shown);

async function viewOf(db: Db, caller: Caller, id: string): Promise<View> {
  const row = await own(db, caller).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('view');
  return shown(row);
}

/** Writes as the caller, whose views are counted and changed one after another. */
async function write<T>(db: Db, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await asSender(db, caller, work);
  } catch (error) {
    if (faultOf(error) !== 'unique') throw error;
    const message = 'A view with this name already exists';
    throw new AppError('CONFLICT', message, { fields: { name: message } });
  }
}

export const createView = (db: Db, caller: Caller, { area, name, query }: Fields): Promise<View> =>
  write(db, caller, async (tx) => {
    const { length } = await own(tx, caller).limit(serverLimits.views).execute();
    if (length >= serverLimits.views)
      throw new AppError('CONFLICT', `Maximum ${serverLimits.views} views allowed`, {
        fields: { name: `Maximum ${serverLimits.views} views allowed` },
      });
    const now = nextTime();
    const row = {
      ownerId: caller.owner.id,
      userId: caller.principal.userId,
      id: uuid(),
      area,
      name,
      query,
      createdAt: now,
      updatedAt: now,
    };
    await tx.insertInto('saved_views').values(row).execute();
    return shown(row);
  });

export const updateView = (
  db: Db,
  caller: Caller,
  id: string,
  { area, name, query }: { [F in keyof Fields]?: Fields[F] | undefined },
): Promise<View> =>
  write(db, caller, async (tx) => {
    await tx
      .updateTable('saved_views')
      .set({
        ...(area !== undefined && { area }),
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query }),
        updatedAt: nextTime(),
      })
      .where('ownerId', '=', caller.owner.id)
      .where('userId', '=', caller.principal.userId)
      .where('id', '=', id)
      .execute();
    return viewOf(tx, caller, id);
  });

export const removeView = (db: Db, caller: Caller, id: string): Promise<{ id: string }> =>
  write(db, caller, async (tx) => {
    await viewOf(tx, caller, id);
    await tx
      .deleteFrom('saved_views')
      .where('ownerId', '=', caller.owner.id)
      .where('userId', '=', caller.principal.userId)
      .where('id', '=', id)
      .execute();
    return { id };
  });
