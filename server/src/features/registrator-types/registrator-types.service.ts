import { registratorType as registratorTypeEntity } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { readApiFields } from '@quartermaster/contract/rules/credentials';
import type { z } from 'zod';
import type { Owner, StoredRow } from '../../records/owner.ts';
import { type Tx, globalOwner } from '../../db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../lib/errors.ts';
import { everyone, registratorTypes } from './registrator-types.repository.ts';

type Create = z.output<typeof registratorTypeEntity.create.body>;
type Update = z.output<typeof registratorTypeEntity.update.body>;

/** Everyone sees global types, so only an administrator writes them. */
export function writerOf(caller: Caller, { ownerId }: Pick<StoredRow, 'ownerId'>): Owner {
  if (ownerId !== globalOwner) return caller.owner;
  if (caller.role !== 'ADMIN')
    throw new AppError('FORBIDDEN', 'Only an administrator can write global registrator types');
  return everyone(caller.userId);
}

/** API fields describe an API, so a type without one has none. */
function storable<T extends Update>(fields: T, hasApi: boolean) {
  if (!hasApi) return { ...fields, apiFields: {} };
  if (fields.apiFields === undefined) return fields;
  return { ...fields, apiFields: readApiFields(fields.apiFields ?? {}) };
}

export async function createRegistratorType(
  tx: Tx,
  caller: Caller,
  { isGlobal, ...fields }: Create,
): Promise<string> {
  const owner = writerOf(caller, { ownerId: isGlobal ? globalOwner : caller.owner.id });
  return registratorTypes.insert(tx, owner, storable({ apiFields: {}, ...fields }, fields.hasApi));
}

export async function updateRegistratorType(
  tx: Tx,
  caller: Caller,
  before: StoredRow,
  fields: Update,
): Promise<void> {
  const hasApi = fields.hasApi ?? before.hasApi === 1;
  await registratorTypes.update(tx, writerOf(caller, before), before, storable(fields, hasApi));
}
