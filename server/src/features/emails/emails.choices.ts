import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';
import { sortedBy } from '../../records/table/text-keys.ts';

/** The choices in a form, in alphabetical order. */
export const emailChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('email_accounts')
    .select(['id', 'email'])
    .where(isOwn('email_accounts', owner))
    .orderBy(sortedBy(db, 'email_accounts', 'email'))
    .orderBy('id')
    .limit(serverLimits.listRows)
    .execute();
