import type { Entity } from '@quartermaster/contract/api/entity';
import { isCredentials } from '@quartermaster/contract/api/fields';
import { sql } from 'kysely';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import type { Db } from '../../db/schema.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { areaOfTable } from '../kinds/entities.ts';
import { deletedRecords } from './deleted-records.ts';
import type { RecordTable } from '../list/record-table.ts';
import { isSecretPath } from '../kinds/secret-paths.ts';
import { forgetSecrets } from './forget.ts';

/** Whether a path leads to a credential: one that its provider or type shows now may have been secret before. */
function isCredentialPath(entity: Entity, path: string): boolean {
  const [field = '', ...rest] = path.split('.');
  const definition = Object.hasOwn(entity.fields, field) ? entity.fields[field] : undefined;
  return definition !== undefined && isCredentials(definition) && rest.length > 0;
}

/** Removes the former values of a secret from the history and the trash, and says so in the audit. */
export const forgetSecret = (
  db: Db,
  sender: Caller,
  table: RecordTable,
  id: string,
  field: string,
): Promise<{ field: string; changes: number }> =>
  asSender(db, sender, async (tx, caller) => {
    const reader = { ...caller.owner, secrets: false };
    const { name, entity } = table;
    const [alive] = await table.byIds(tx, reader, [id]);
    const record = alive ?? (await deletedRecords(tx, reader, name, [id])).get(id);
    if (!record) throw notFound(entity.one);
    if (!isSecretPath(entity, record, field) && !isCredentialPath(entity, field))
      throw invalid({ field: `There is no secret field ${field} in a ${entity.one}` });
    const which = sql<boolean>`"tableName" = ${name} and "recordId" = ${id}`;
    const changes = await forgetSecrets(tx, caller.owner, which, new Set([field]));
    const details = { area: areaOfTable(name), id, field, changes };
    await auditBy(tx, caller, { action: 'secret.forgotten', subject: entity.one, details });
    return { field, changes };
  });
