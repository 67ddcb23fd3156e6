import type { CdnProviderId } from '@quartermaster/contract/catalog/cdn-provider-names';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';
import { sortedBy } from '../../records/table/text-keys.ts';
import type { Db } from '../../db/schema.ts';

/** The choices in a domain's form. */
export async function domainChoices(db: Db, owner: Owner) {
  const accounts = await db
    .selectFrom('registrator_accounts as account')
    .innerJoin('registrator_types as type', (join) =>
      join
        .onRef('type.ownerId', '=', 'account.registratorTypeOwnerId')
        .onRef('type.id', '=', 'account.registratorTypeId'),
    )
    .innerJoin('email_accounts as mailbox', (join) =>
      join
        .onRef('mailbox.ownerId', '=', 'account.ownerId')
        .onRef('mailbox.id', '=', 'account.emailAccountId'),
    )
    .select([
      'account.id',
      'type.id as typeId',
      'type.name as typeName',
      'mailbox.id as mailboxId',
      'mailbox.email',
    ])
    .where(isOwn('registrator_accounts', owner, 'account'))
    .orderBy(sortedBy(db, 'registrator_types', 'name', 'type'))
    .orderBy(sortedBy(db, 'email_accounts', 'email', 'mailbox'))
    .limit(serverLimits.listRows)
    .execute();
  const servers = await db
    .selectFrom('servers')
    .select(['id', 'name', 'ip'])
    .where(isOwn('servers', owner))
    .orderBy(sortedBy(db, 'servers', 'name'))
    .orderBy('id')
    .limit(serverLimits.listRows)
    .execute();
  const cdnAccounts = await db
    .selectFrom('cdn_accounts as cdn')
    .innerJoin('email_accounts as mailbox', (join) =>
      join.onRef('mailbox.ownerId', '=', 'cdn.ownerId').onRef('mailbox.id', '=', 'cdn.emailAccountId'),
    )
    .select(['cdn.id', 'cdn.provider', 'mailbox.id as mailboxId', 'mailbox.email'])
    .where(isOwn('cdn_accounts', owner, 'cdn'))
    .orderBy('cdn.provider')
    .orderBy(sortedBy(db, 'email_accounts', 'email', 'mailbox'))
    .limit(serverLimits.listRows)
    .execute();
  return {
    registratorAccounts: accounts.map(({ id, typeId, typeName, mailboxId, email }) => ({
      id,
      registratorType: { id: typeId, name: typeName },
      emailAccount: { id: mailboxId, email },
    })),
    servers,
    cdnAccounts: cdnAccounts.map(({ id, provider, mailboxId, email }) => ({
      id,
      provider: provider as CdnProviderId,
      emailAccount: { id: mailboxId, email },
    })),
  };
}
