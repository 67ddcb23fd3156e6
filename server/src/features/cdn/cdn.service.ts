import type { CdnCreate, CdnUpdate } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { cdnAccountErrors } from '@quartermaster/contract/rules/cdn-status';
import type { StoredRow } from '../../records/owner.ts';
import type { Tx } from '../../db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { refuse } from '../../lib/errors.ts';
import { withoutStaleCredentials } from '../../records/provider-credentials.ts';
import { cdnAccounts } from './cdn.repository.ts';

export async function createCdnAccount(tx: Tx, { owner }: Caller, body: CdnCreate): Promise<string> {
  refuse(cdnAccountErrors(body));
  return cdnAccounts.insert(tx, owner, withoutStaleCredentials(body));
}

export async function updateCdnAccount(
  tx: Tx,
  { owner }: Caller,
  before: StoredRow,
  body: CdnUpdate,
): Promise<void> {
  const fields = withoutStaleCredentials(body, before);
  refuse(cdnAccountErrors(cdnAccounts.merged(owner, before, fields) as CdnCreate));
  await cdnAccounts.update(tx, owner, before, fields);
}
