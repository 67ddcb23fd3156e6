import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import { isSecretCredential } from '@quartermaster/contract/rules/secrets';
import { findMembership } from '../../access/memberships.ts';
import type { Owner } from '../../access/owner.ts';
import type { Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import type { StoredRow } from '../../records/kinds/row.ts';

// A type's fields decide which credentials of its accounts are secret. A writer who may not read a stored secret must
// not redefine it as readable.

/**
 * The first of these credentials that was secret and no longer would be; for an account whose names are unknown, any.
 */
export function shownAnew(
  was: CredentialFields,
  now: CredentialFields,
  stored: string | null,
): string | undefined {
  // Accounts from before 0.2.0 have none if no key opens their credentials.
  const names = stored === null ? Object.keys(now) : (JSON.parse(stored) as string[]);
  return names.find((name) => isSecretCredential(was, name) && !isSecretCredential(now, name));
}

export const showsSecret = (name: string): AppError =>
  new AppError(
    'FORBIDDEN',
    `The API field ${name} would show a stored secret to everybody: this needs the right to read secrets`,
  );

/**
 * Whether the writer may read a workspace's secrets. A token's rights count in its own workspace alone, a person's in
 * any.
 */
async function mayRead(tx: Tx, { id, secrets, principal }: Owner, workspaceId: string): Promise<boolean> {
  if (id === workspaceId) return secrets;
  if (principal.kind !== 'session' || principal.userId === null) return false;
  return (await findMembership(tx, workspaceId, principal.userId))?.secrets ?? false;
}

/** Refuses fields that would make an account's secret readable, in any workspace if the type is global. */
export async function expectKeptSecret(
  tx: Tx,
  owner: Owner,
  before: StoredRow,
  now: CredentialFields,
): Promise<void> {
  const was = JSON.parse(String(before['apiFields'])) as CredentialFields;
  if (shownAnew(was, now, null) === undefined) return;
  const accounts = await tx
    .selectFrom('registrator_accounts')
    .select(['ownerId', 'apiCredentialsNames'])
    .distinct()
    .where('registratorTypeOwnerId', '=', before.ownerId)
    .where('registratorTypeId', '=', before.id)
    .execute();
  for (const { ownerId, apiCredentialsNames } of accounts) {
    const name = shownAnew(was, now, apiCredentialsNames);
    if (name !== undefined && !(await mayRead(tx, owner, ownerId))) throw showsSecret(name);
  }
}
