import type { HostingCreate, HostingUpdate } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { type HostingApi, hostingErrors } from '@quartermaster/contract/rules/hosting-credentials';
import type { StoredRow } from '../../records/owner.ts';
import type { Tx } from '../../db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { refuse } from '../../lib/errors.ts';
import { withoutStaleCredentials } from '../../records/provider-credentials.ts';
import { hostingAccounts } from './hostings.repository.ts';

export async function createHosting(tx: Tx, { owner }: Caller, body: HostingCreate): Promise<string> {
  refuse(hostingErrors(body));
  return hostingAccounts.insert(tx, owner, withoutStaleCredentials(body));
}

export async function updateHosting(
  tx: Tx,
  { owner }: Caller,
  before: StoredRow,
  body: HostingUpdate,
): Promise<void> {
  const fields = withoutStaleCredentials(body, before);
  refuse(hostingErrors(hostingAccounts.merged(owner, before, fields) as unknown as HostingApi));
  await hostingAccounts.update(tx, owner, before, fields);
}
