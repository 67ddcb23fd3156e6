import type { Db } from '../db/schema.ts';
import { faultOf } from '../db/faults.ts';
import { auditBy } from './audit.ts';
import type { Caller } from './caller.ts';

/** Says in the audit that records were exported. If it can't be written, on a full disk, data can still be exported. */
export async function auditExport(
  db: Db,
  caller: Caller,
  subject: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await auditBy(db, caller, { action: 'records.exported', subject, details });
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== 'full' && fault !== 'unavailable') throw error;
  }
}
