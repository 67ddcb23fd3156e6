import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { auditExport } from '../../access/audit-export.ts';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { type ExpirationQuery, allExpirations } from '../../expiry/pages.ts';
import type { Tables } from '../../records/list/record-table.ts';

/** All that the filters select, read in chunks; the audit log says who took it. */
export async function exportedExpirations(
  db: Db,
  caller: Caller,
  tables: Tables,
  query: ExpirationQuery,
): Promise<AsyncGenerator<Expiration[]>> {
  const { count, rows } = await allExpirations(db, caller.owner, tables, query);
  await auditExport(db, caller, 'expirations', { count });
  return rows;
}
