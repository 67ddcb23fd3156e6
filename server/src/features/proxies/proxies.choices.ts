import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../access/scope.ts';

/** What a form offers to choose from, in alphabetical order. */
export const proxyChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('proxies')
    .select(['id', 'name', 'ip', 'port'])
    .where(isOwn('proxies', owner))
    .orderBy('name')
    .orderBy('id')
    .execute();
