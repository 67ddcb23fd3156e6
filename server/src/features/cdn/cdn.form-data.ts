import type { Owner } from '../../db/owner.ts';
import type { Db } from '../../db/schema.ts';
import { availableTags } from '../../db/tags.ts';

/** What an account's form offers to choose from. */
export async function cdnChoices(db: Db, owner: Owner) {
  const emailAccounts = await db
    .selectFrom('email_accounts')
    .select(['id', 'email'])
    .where('ownerId', '=', owner.id)
    .orderBy('emailKey')
    .execute();
  const proxies = await db
    .selectFrom('proxies')
    .select(['id', 'name', 'ip', 'port'])
    .where('ownerId', '=', owner.id)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { emailAccounts, proxies, availableTags: await availableTags(db, owner, 'cdn_accounts') };
}
