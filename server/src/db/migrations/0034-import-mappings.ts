import { createHash } from 'node:crypto';
import type { Tx } from '../schema.ts';

/**
 * Remembered mappings list by position what columns become: a header may be a secret, if a file has none. Those whose
 * order is not known, since an object puts numbers first, are forgotten.
 */
export async function up(tx: Tx): Promise<void> {
  const rows = await tx.selectFrom('import_mappings').selectAll().execute();
  for (const row of rows) {
    const { ownerId, userId, area, headers, mapping } = row;
    const columns = JSON.parse(mapping) as Record<string, string | null>;
    const hash = createHash('sha256')
      .update(JSON.stringify(Object.keys(columns)))
      .digest('base64url');
    await tx
      .deleteFrom('import_mappings')
      .where('ownerId', '=', ownerId)
      .where('userId', '=', userId)
      .where('area', '=', area)
      .where('headers', '=', headers)
      .execute();
    if (hash !== headers) continue;
    const kept = { ...row, mapping: JSON.stringify(Object.values(columns)) };
    await tx.insertInto('import_mappings').values(kept).execute();
  }
}
