import type { LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import type { Tx } from '../db/schema.ts';
import { inChunks } from '../lib/paced.ts';
import { areaOfTable } from './entities.ts';
import type { OwnedTableName } from '../db/schema.ts';
import type { Row } from './row.ts';

/** The column that says what is looked up. */
const askedBy: Readonly<Record<LookedUpArea, string>> = { domains: 'domain', servers: 'panelUrl' };

const idsAtOnce = 500;

/** Forgets what was found about records that are gone or now name something else. */
export async function forgetFound(
  tx: Tx,
  ownerId: string,
  table: OwnedTableName,
  changes: readonly { before: Row; after?: Row }[],
): Promise<void> {
  const column = (askedBy as Readonly<Record<string, string>>)[areaOfTable(table)];
  if (column === undefined) return;
  const changed = changes.filter(({ before, after }) => before[column] !== after?.[column]);
  for await (const ids of inChunks(changed, idsAtOnce))
    for (const name of ['facts', 'checks', 'shown_dates', 'findings'] as const)
      await tx
        .deleteFrom(name)
        .where('ownerId', '=', ownerId)
        .where(
          'recordId',
          'in',
          ids.map(({ before }) => String(before['id'])),
        )
        .execute();
}
