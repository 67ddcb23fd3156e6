import type { HostingCreate, HostingUpdate } from '@quartermaster/contract/entities/hostings';
import { type HostingApi, hostingErrors } from '@quartermaster/contract/rules/hosting-credentials';
import type { StoredRow } from '../../db/owner.ts';
import type { Tx } from '../../db/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { refuse } from '../../lib/errors.ts';
import { withoutStaleCredentials } from '../../lib/provider-credentials.ts';
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
