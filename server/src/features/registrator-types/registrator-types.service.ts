import type {
  registratorTypeCreate,
  registratorTypeUpdate,
} from '@quartermaster/contract/entities/registrator-types';
import { readApiFields } from '@quartermaster/contract/rules/credentials';
import type { z } from 'zod';
import type { Owner } from '../../db/owner.ts';
import type { Tx } from '../../db/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { AppError } from '../../lib/errors.ts';
import { everyone, getRegistratorType, registratorTypes } from './registrator-types.repository.ts';

type Create = z.output<typeof registratorTypeCreate>;
type Update = z.output<typeof registratorTypeUpdate>;

/** Everyone sees global types, so only an administrator writes them. */
function writerOf(caller: Caller, isGlobal: boolean): Owner {
  if (!isGlobal) return caller.owner;
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
  const owner = writerOf(caller, isGlobal);
  return registratorTypes.insert(tx, owner, storable({ apiFields: {}, ...fields }, fields.hasApi));
}

export async function updateRegistratorType(
  tx: Tx,
  caller: Caller,
  id: string,
  fields: Update,
): Promise<void> {
  const { userId, hasApi } = await getRegistratorType(tx, caller.owner, id);
  const owner = writerOf(caller, userId === null);
  const before = await registratorTypes.find(tx, owner, id);
  await registratorTypes.update(tx, owner, before, storable(fields, fields.hasApi ?? hasApi));
}

export async function removeRegistratorType(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { userId } = await getRegistratorType(tx, caller.owner, id);
  await registratorTypes.remove(tx, writerOf(caller, userId === null), id);
}
