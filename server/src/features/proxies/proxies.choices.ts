import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';

/** What a form offers to choose from, in alphabetical order. */
export const proxyChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('proxies')
    .select(['id', 'name', 'ip', 'port'])
    .where('ownerId', '=', owner.id)
    .orderBy('name')
    .orderBy('id')
    .execute();
