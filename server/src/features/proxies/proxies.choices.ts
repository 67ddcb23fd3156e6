import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';
import { sortedBy } from '../../records/table/text-keys.ts';

/** The choices in a form, in alphabetical order. */
export const proxyChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('proxies')
    .select(['id', 'name', 'ip', 'port'])
    .where(isOwn('proxies', owner))
    .orderBy(sortedBy(db, 'proxies', 'name'))
    .orderBy('id')
    .limit(serverLimits.listRows)
    .execute();
