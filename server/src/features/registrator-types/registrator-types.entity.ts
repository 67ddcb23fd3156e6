import {
  type RegistratorType,
  registratorType,
} from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import { readApiFields } from '@quartermaster/contract/rules/credentials';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { equals } from '../../records/table/conditions.ts';
import { recordTable } from '../records/records.table.ts';
import { expectKeptSecret } from './registrator-types.service.ts';

export const registratorTypes = recordTable(registratorType, {
  filters: {
    includeGlobal: (word: 'true' | 'false', owner: Owner) =>
      word === 'false' ? [equals('registrator_types.ownerId', owner.id)] : [],
    readableSecrets: (word: 'true' | 'false') => [
      equals('registrator_types.readableSecrets', word === 'true' ? 1 : 0),
    ],
  },
  /** API fields describe an API, so a type without one has none. */
  stored: (fields, before) => {
    const hasApi = fields.hasApi ?? before?.['hasApi'] === 1;
    if (!hasApi) return { ...fields, apiFields: {} };
    if (fields.apiFields === undefined && before) return fields;
    return { ...fields, apiFields: readApiFields(fields.apiFields ?? {}) };
  },
  permitted: async (tx, owner, before, { apiFields }) => {
    if (apiFields !== undefined) await expectKeptSecret(tx, owner, before, apiFields as CredentialFields);
  },
});

/** Every visible type, by name. */
export async function allRegistratorTypes(db: Db, owner: Owner): Promise<RegistratorType[]> {
  return (await registratorTypes.list(db, owner, { sortBy: 'name', sortOrder: 'asc' })).rows;
}
