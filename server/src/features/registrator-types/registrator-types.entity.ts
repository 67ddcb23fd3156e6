import {
  type RegistratorType,
  registratorType,
} from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import { readApiFields } from '@quartermaster/contract/rules/credentials';
import { isSecretCredential } from '@quartermaster/contract/rules/secrets';
import { findMembership } from '../../access/memberships.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { equals } from '../../records/list/conditions.ts';
import { RecordTable } from '../../records/record-table.ts';
import type { StoredRow } from '../../records/row.ts';

/** Whether the writer may read secrets of a workspace; of others than their own that is said of persons alone. */
async function mayRead(tx: Tx, { id, secrets, principal }: Owner, workspaceId: string): Promise<boolean> {
  if (id === workspaceId) return secrets;
  if (principal.kind !== 'session' || principal.userId === null) return false;
  return (await findMembership(tx, workspaceId, principal.userId))?.secrets ?? false;
}

/**
 * The fields say which credentials of accounts are secret. Who may not read one that is stored does not describe it as
 * something that everybody reads.
 */
async function keepsSecret(tx: Tx, owner: Owner, before: StoredRow, apiFields: CredentialFields) {
  const described = JSON.parse(String(before['apiFields'])) as CredentialFields;
  const opened = Object.keys(apiFields).filter(
    (name) => isSecretCredential(described, name) && !isSecretCredential(apiFields, name),
  );
  if (opened.length === 0) return;
  const accounts = await tx
    .selectFrom('registrator_accounts')
    .select(['ownerId', 'apiCredentialsNames'])
    .distinct()
    .where('registratorTypeOwnerId', '=', before.ownerId)
    .where('registratorTypeId', '=', before.id)
    .execute();
  for (const { ownerId, apiCredentialsNames } of accounts) {
    // Accounts of earlier versions have no names until a job has filled them in.
    const names = apiCredentialsNames === null ? opened : (JSON.parse(apiCredentialsNames) as string[]);
    const name = opened.find((each) => names.includes(each));
    if (name !== undefined && !(await mayRead(tx, owner, ownerId)))
      throw new AppError(
        'FORBIDDEN',
        `Accounts have a secret in the API field ${name}: to show it to everybody needs the right to read secrets`,
      );
  }
}

export const registratorTypes = new RecordTable(registratorType, {
  filters: {
    includeGlobal: (word: 'true' | 'false', owner: Owner) =>
      word === 'false' ? [equals('registrator_types.ownerId', owner.id)] : [],
  },
  /** API fields describe an API, so a type without one has none. */
  stored: (fields, before) => {
    const hasApi = fields.hasApi ?? before?.['hasApi'] === 1;
    if (!hasApi) return { ...fields, apiFields: {} };
    if (fields.apiFields === undefined && before) return fields;
    return { ...fields, apiFields: readApiFields(fields.apiFields ?? {}) };
  },
  permitted: async (tx, owner, before, { apiFields }) => {
    if (apiFields !== undefined) await keepsSecret(tx, owner, before, apiFields as CredentialFields);
  },
});

/** Every visible type, by name. */
export async function allRegistratorTypes(db: Db, owner: Owner): Promise<RegistratorType[]> {
  return (await registratorTypes.list(db, owner, { sortBy: 'name', sortOrder: 'asc' })).rows;
}
