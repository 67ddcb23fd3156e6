import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';

/** What a form offers to choose from, in alphabetical order. */
export const emailChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('email_accounts')
    .select(['id', 'email'])
    .where('ownerId', '=', owner.id)
    .orderBy('emailKey')
    .execute();
