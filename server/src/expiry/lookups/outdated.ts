import type { LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import type { Db } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { refreshShown } from '../shown.ts';
import { forgetNobodys } from './facts.ts';
import { lookKey } from './look-keys.ts';
import type { LookedUpRecord, Subject } from './subjects.ts';

/**
 * Forgets what was found about subjects that are no longer looked up for these records, a few hundred at most, though the
 * records say the same: the zones in which names are registered have changed.
 */
export async function forgetOutdated(
  db: Db,
  ownerId: string,
  area: LookedUpArea,
  records: readonly LookedUpRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const current = new Set(
    records.flatMap(({ id, subjects }) => subjects.map((of) => `${id} ${lookKey(ownerId, of)}`)),
  );
  const checks = await db
    .selectFrom('checks')
    .select(['recordId', 'kind', 'subject'])
    .where('ownerId', '=', ownerId)
    .where(
      'recordId',
      'in',
      records.map(({ id }) => id),
    )
    .execute();
  const outdated = checks.filter(
    ({ recordId, ...of }) => !current.has(`${recordId} ${lookKey(ownerId, of as Subject)}`),
  );
  if (outdated.length === 0) return;
  await transaction(db, async (tx) => {
    for (const { recordId, ...of } of outdated) {
      await tx
        .deleteFrom('checks')
        .where('ownerId', '=', ownerId)
        .where('recordId', '=', recordId)
        .where('kind', '=', of.kind)
        .where('subject', '=', of.subject)
        .execute();
      await forgetNobodys(tx, ownerId, of as Subject);
    }
    await refreshShown(tx, ownerId, area, [...new Set(outdated.map(({ recordId }) => recordId))]);
  });
}
