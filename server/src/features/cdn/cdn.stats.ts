import { type CdnProviderId, cdnProviderNames } from '@quartermaster/contract/catalog/cdn-provider-names';
import type { Owner } from '../../access/owner.ts';
import { inScope, isOwn } from '../../records/table/scope.ts';
import type { Db } from '../../db/schema.ts';
import { tagCounts } from '../../records/list/tag-counts.ts';

async function byProvider(db: Db, owner: Owner) {
  const rows = await db
    .selectFrom('cdn_accounts')
    .select(({ fn }) => ['provider', fn.countAll<number>().as('count')])
    .where(isOwn('cdn_accounts', owner))
    .groupBy('provider')
    .orderBy('count', 'desc')
    .orderBy('provider')
    .execute();
  return rows.map(({ provider, count }) => ({
    key: provider,
    label: cdnProviderNames[provider as CdnProviderId],
    count,
  }));
}

const byEmail = (db: Db, owner: Owner) =>
  db
    .selectFrom('cdn_accounts as account')
    .innerJoin('email_accounts as mailbox', (join) =>
      join
        .onRef('mailbox.ownerId', '=', 'account.ownerId')
        .onRef('mailbox.id', '=', 'account.emailAccountId'),
    )
    .select(({ fn }) => ['mailbox.id as key', 'mailbox.email as label', fn.countAll<number>().as('count')])
    .where(isOwn('cdn_accounts', owner, 'account'))
    .where((eb) => inScope('email_accounts', owner, 'mailbox') ?? eb.lit(true))
    .groupBy(['mailbox.id', 'mailbox.email'])
    .orderBy('count', 'desc')
    .orderBy('mailbox.email')
    .execute();

export async function cdnStats(db: Db, owner: Owner) {
  const counts = await db
    .selectFrom('cdn_accounts')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalAccounts'),
      fn.countAll<number>().filterWhere('isActive', '=', 1).as('activeAccounts'),
    ])
    .where(isOwn('cdn_accounts', owner))
    .executeTakeFirstOrThrow();
  return {
    ...counts,
    accountsByProvider: await byProvider(db, owner),
    accountsByEmail: await byEmail(db, owner),
    tagsByType: await tagCounts(db, owner, 'cdn_accounts'),
  };
}
