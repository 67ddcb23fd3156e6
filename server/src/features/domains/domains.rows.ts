import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import type { CdnProviderId } from '@quartermaster/contract/catalog/cdn-providers';
import type { NotNull } from 'kysely';
import { domainToUnicode } from 'node:url';
import { OwnedTable } from '../../records/owned-table.ts';
import type { Owner } from '../../records/owner.ts';
import type { Db } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';

export const domainTable = new OwnedTable({
  table: 'domains',
  codecs: { expirationDate: 'time', tags: 'json' },
  computed: ({ domain, comment, tags }) => ({
    searchText: searchText([domain, domainToUnicode(String(domain)), comment], tags),
  }),
  conflict: { field: 'domain', message: 'This domain already exists' },
});

const ownColumns = [
  'domains.id',
  'domains.createdAt',
  'domains.updatedAt',
  'domains.domain',
  'domains.registratorAccountId',
  'domains.serverId',
  'domains.cdnAccountId',
  'domains.expirationDate',
  'domains.status',
  'domains.tags',
  'domains.comment',
] as const;

/** What a domain's row itself holds. */
export const selectOwn = (db: Db) => db.selectFrom('domains').select(ownColumns);

/**
 * A domain's row with the names of what it points to. Some of it is always there; joined so, no engine begins its
 * reading with all domains of the accounts instead of with the domains that are wanted.
 */
export const selectDomains = (db: Db) =>
  selectOwn(db)
    .leftJoin('registrator_accounts as account', (join) =>
      join
        .onRef('account.ownerId', '=', 'domains.ownerId')
        .onRef('account.id', '=', 'domains.registratorAccountId'),
    )
    .leftJoin('registrator_types as type', (join) =>
      join
        .onRef('type.ownerId', '=', 'account.registratorTypeOwnerId')
        .onRef('type.id', '=', 'account.registratorTypeId'),
    )
    .leftJoin('email_accounts as mailbox', (join) =>
      join
        .onRef('mailbox.ownerId', '=', 'account.ownerId')
        .onRef('mailbox.id', '=', 'account.emailAccountId'),
    )
    .leftJoin('servers as server', (join) =>
      join.onRef('server.ownerId', '=', 'domains.ownerId').onRef('server.id', '=', 'domains.serverId'),
    )
    .leftJoin('cdn_accounts as cdn', (join) =>
      join.onRef('cdn.ownerId', '=', 'domains.ownerId').onRef('cdn.id', '=', 'domains.cdnAccountId'),
    )
    .select([
      'type.id as typeId',
      'type.name as typeName',
      'mailbox.id as mailboxId',
      'mailbox.email as mailboxEmail',
      'server.name as serverName',
      'server.ip as serverIp',
      'cdn.provider as cdnProvider',
    ])
    .$narrowType<{ typeId: NotNull; typeName: NotNull; mailboxId: NotNull; mailboxEmail: NotNull }>();

export type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['execute']>>[number];
export type JoinedRow = Awaited<ReturnType<ReturnType<typeof selectDomains>['execute']>>[number];

/** What a domain shows of the records that it points to. */
export type Related = Pick<Domain, 'registratorAccount' | 'server' | 'cdnAccount'>;

export const relatedIn = (row: JoinedRow): Related => ({
  registratorAccount: {
    id: row.registratorAccountId,
    registratorType: { id: row.typeId, name: row.typeName },
    emailAccount: { id: row.mailboxId, email: row.mailboxEmail },
  },
  server: row.serverId === null ? null : { id: row.serverId, name: row.serverName ?? '', ip: row.serverIp },
  cdnAccount:
    row.cdnAccountId === null ? null : { id: row.cdnAccountId, provider: row.cdnProvider as CdnProviderId },
});

export function toDomain(owner: Owner, row: OwnRow, related: Related): Domain {
  const { registratorAccount, server, cdnAccount } = related;
  const domain = domainTable.decode(owner, row) as unknown as Domain;
  domain.registratorAccount = registratorAccount;
  domain.server = server;
  domain.cdnAccount = cdnAccount;
  return domain;
}
