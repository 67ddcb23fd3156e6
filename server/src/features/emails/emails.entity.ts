import { emailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import { emailKeyOf, shownAddress } from '@quartermaster/contract/rules/email-address';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, Schema } from '../../db/schema.ts';
import type { Condition } from '../../records/table/conditions.ts';
import { recordTable } from '../records/records.table.ts';

/** Whether the domain in the key is not ASCII: another account has the ASCII key, or the domain has no ASCII form. */
function isAmbiguous(db: Db): Condition {
  const place = sql.raw(engineOf<Schema>(db) === 'postgres' ? 'strpos' : 'instr');
  const domain = sql`substr(email_accounts."emailKey", ${place}(email_accounts."emailKey", '@'))`;
  return sql`octet_length(${domain}) > length(${domain})`;
}

export const emails = recordTable(emailAccount, {
  filters: {
    ambiguousAddress: (word: 'true' | 'false', _owner: Owner, _query: unknown, db: Db) => [
      word === 'true' ? isAmbiguous(db) : sql`not (${isAmbiguous(db)})`,
    ],
  },
  words: ({ email }) => [emailKeyOf(String(email))],
  stored: (fields) =>
    fields.email === undefined ? fields : { ...fields, email: shownAddress(fields.email) },
});
