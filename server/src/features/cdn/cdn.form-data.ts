import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { availableTags } from '../../records/list/tag-counts.ts';
import { emailChoices } from '../emails/emails.choices.ts';
import { proxyChoices } from '../proxies/proxies.choices.ts';

/** The choices in an account's form. */
export async function cdnChoices(db: Db, owner: Owner) {
  const emailAccounts = await emailChoices(db, owner);
  const proxies = await proxyChoices(db, owner);
  return { emailAccounts, proxies, availableTags: await availableTags(db, owner, 'cdn_accounts') };
}
