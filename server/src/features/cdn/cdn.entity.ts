import { cdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { cdnAccountErrors, cdnFields } from '@quartermaster/contract/rules/cdn-credentials';
import { withoutStaleCredentials } from '../../records/kinds/provider-credentials.ts';
import { authIs } from '../../records/table/conditions.ts';
import { RecordTable } from '../../records/table/record-table.ts';

export const cdnAccounts = new RecordTable(cdnAccount, {
  filters: { auth: (word: string) => [authIs('cdn_accounts', word)] },
  stored: withoutStaleCredentials(cdnFields),
  errors: cdnAccountErrors,
});
