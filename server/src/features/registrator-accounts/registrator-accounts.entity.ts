import {
  type RegistratorAccountCreate,
  registratorAccount,
} from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { authMethodErrors } from '@quartermaster/contract/rules/auth-method';
import { below, credentialErrors, filledCredentials } from '@quartermaster/contract/rules/credentials';
import { hasEffectiveApi } from '@quartermaster/contract/rules/registrator-status';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { RecordTable } from '../../records/record-table.ts';
import { registratorTypes } from '../registrator-types/registrator-types.entity.ts';

type Types = ReadonlyMap<string, RegistratorType>;

/** The types of these accounts, by id. */
async function typesOf(tx: Db, owner: Owner, accounts: readonly RegistratorAccountCreate[]): Promise<Types> {
  const ids = [...new Set(accounts.map(({ registratorTypeId }) => registratorTypeId))];
  return new Map((await registratorTypes.byIds(tx, owner, ids)).map((type) => [type.id, type]));
}

export const registratorAccounts = new RecordTable(registratorAccount, {
  stored: (fields) =>
    fields.apiCredentials === undefined
      ? fields
      : { ...fields, apiCredentials: filledCredentials(fields.apiCredentials) },
  load: typesOf,
  /** Faults between the fields of an account, and of the credentials that its type asks for. */
  errors: (account, types) => {
    const registratorType = (types as Types).get(account.registratorTypeId);
    if (!registratorType) return { registratorTypeId: 'Registrator type not found' };
    const errors = authMethodErrors(account);
    if (!hasEffectiveApi({ ...account, registratorType })) return errors;
    const credentials = filledCredentials(account.apiCredentials);
    return {
      ...errors,
      ...below('apiCredentials', credentialErrors(registratorType.apiFields, credentials)),
    };
  },
});
