import type { actors } from '@quartermaster/contract/history/history.schema';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { madeByOf } from './seen-batches.ts';

type Actors = z.output<typeof actors.data>;

/** Each once, as it was called last. */
function latest<T extends { at: number }>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const byAge = rows.toSorted((a, b) => Number(a.at) - Number(b.at));
  return [...new Map(byAge.map((row) => [keyOf(row), row])).values()];
}

/** Of each kind, those who acted last. */
const actorsAtMost = 1000;

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Who made the batches that the caller may see: people and API tokens, under the names that they had last. */
export async function actorsOf(db: Db, caller: Caller): Promise<Actors> {
  const { id: ownerId } = caller.owner;
  const madeBy = madeByOf(caller);
  let batches = db.selectFrom('batches').where('ownerId', '=', ownerId).where('actorId', 'is not', null);
  if (madeBy !== null) batches = batches.where('actorId', '=', madeBy);
  const people = await batches
    .select(['actorId', 'actorName', 'actorEmail', ({ fn }) => fn.max('at').as('at')])
    .groupBy(['actorId', 'actorName', 'actorEmail'])
    .orderBy('at', 'desc')
    .limit(actorsAtMost)
    .$narrowType<{ actorId: string }>()
    .execute();
  const tokens = await batches
    .where('tokenId', 'is not', null)
    .select(['tokenId', 'tokenName', ({ fn }) => fn.max('at').as('at')])
    .groupBy(['tokenId', 'tokenName'])
    .orderBy('at', 'desc')
    .limit(actorsAtMost)
    .$narrowType<{ tokenId: string }>()
    .execute();
  const memberships = await db
    .selectFrom('memberships')
    .select('userId')
    .where('workspaceId', '=', ownerId)
    .execute();
  const members = new Set(memberships.map(({ userId }) => userId));
  return {
    actors: latest(people, ({ actorId }) => actorId)
      .map(({ actorId, actorName, actorEmail }) => ({
        userId: actorId,
        name: actorName,
        email: actorEmail ?? '',
        isMember: members.has(actorId),
      }))
      .sort((a, b) => byName.compare(a.name ?? a.email, b.name ?? b.email)),
    tokens: latest(tokens, ({ tokenId }) => tokenId)
      .map(({ tokenId, tokenName }) => ({ id: tokenId, name: tokenName ?? '' }))
      .sort((a, b) => byName.compare(a.name, b.name)),
  };
}
