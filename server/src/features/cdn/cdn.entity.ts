import { cdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { cdnAccountErrors, cdnFields } from '@quartermaster/contract/rules/cdn-credentials';
import { withoutStaleCredentials } from '../../records/kinds/provider-credentials.ts';
import { authIs } from '../../records/table/conditions.ts';
import { recordTable } from '../records/records.table.ts';

export const cdnAccounts = recordTable(cdnAccount, {
  filters: { auth: (word: string) => [authIs('cdn_accounts', word)] },
  stored: withoutStaleCredentials(cdnFields),
  errors: cdnAccountErrors,
});
