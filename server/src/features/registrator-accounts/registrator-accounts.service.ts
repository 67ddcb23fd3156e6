import { registratorAccount as registratorAccountEntity } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { authMethodErrors } from '@quartermaster/contract/rules/auth-method';
import { below, credentialErrors, filledCredentials } from '@quartermaster/contract/rules/credentials';
import { hasEffectiveApi } from '@quartermaster/contract/rules/registrator-status';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Owner, StoredRow } from '../../records/owner.ts';
import { referenceCheck } from '../../records/reference-checks.ts';
import { type Db, type Tx, globalOwner } from '../../db/schema.ts';
import { bulkImport } from '../../records/import/bulk-import.ts';
import type { Caller } from '../../access/caller.ts';
import { refuse } from '../../lib/errors.ts';
import {
  allRegistratorTypes,
  findRegistratorType,
} from '../registrator-types/registrator-types.repository.ts';
import {
  accountKey,
  accountKeys,
  duplicateAccount,
  registratorAccounts,
} from './registrator-accounts.repository.ts';

type Create = z.output<typeof registratorAccountEntity.create.body>;
type Update = z.output<typeof registratorAccountEntity.update.body>;

/** What is wrong between the fields of an account and with those that its type asks for. */
function accountErrors(account: Create, registratorType: RegistratorType | undefined): FieldErrors {
  if (!registratorType) return { registratorTypeId: 'Registrator type not found' };
  const errors = authMethodErrors(account);
  if (!hasEffectiveApi({ ...account, registratorType })) return errors;
  const credentials = filledCredentials(account.apiCredentials);
  return { ...errors, ...below('apiCredentials', credentialErrors(registratorType.apiFields, credentials)) };
}

/** The fields as they are stored: the type with its owner, credentials without blanks. */
const storable = (owner: Owner, fields: Update, type: RegistratorType | undefined) => ({
  ...fields,
  ...(fields.apiCredentials !== undefined && { apiCredentials: filledCredentials(fields.apiCredentials) }),
  registratorTypeOwnerId: type?.userId === null ? globalOwner : owner.id,
});

export async function createRegistratorAccount(tx: Tx, { owner }: Caller, fields: Create): Promise<string> {
  const type = await findRegistratorType(tx, owner, fields.registratorTypeId);
  refuse(accountErrors(fields, type));
  return registratorAccounts.insert(tx, owner, storable(owner, fields, type));
}

export async function updateRegistratorAccount(
  tx: Tx,
  { owner }: Caller,
  before: StoredRow,
  fields: Update,
): Promise<void> {
  const account = registratorAccounts.merged(owner, before, fields) as Create;
  const type = await findRegistratorType(tx, owner, account.registratorTypeId);
  refuse(accountErrors(account, type));
  await registratorAccounts.update(tx, owner, before, storable(owner, fields, type));
}

export function importRegistratorAccounts(
  db: Db,
  owner: Owner,
  rows: readonly unknown[],
  skipDuplicates: boolean,
): Promise<BulkResult> {
  return db.transaction().execute(async (tx) => {
    const types = new Map((await allRegistratorTypes(tx, owner)).map((type) => [type.id, type]));
    const typeOf = (account: Create) => types.get(account.registratorTypeId);
    const missingReferences = await referenceCheck(tx, owner, 'registrator_accounts');
    return bulkImport({
      rows,
      skipDuplicates,
      schema: registratorAccountEntity.create.body,
      check: (account) => ({ ...missingReferences(account), ...accountErrors(account, typeOf(account)) }),
      keyOf: accountKey,
      storedKeys: await accountKeys(tx, owner),
      duplicate: duplicateAccount,
      insert: (accounts) =>
        registratorAccounts.insertMany(
          tx,
          owner,
          accounts.map((account) => storable(owner, account, typeOf(account))),
          uuid(),
        ),
    });
  });
}
