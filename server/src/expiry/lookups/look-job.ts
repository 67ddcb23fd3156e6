import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import type { Tx } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { crossSoon } from '../../jobs/due.ts';
import { type Job, JobFailure } from '../../jobs/job.ts';
import { refreshShown } from '../shown.ts';
import { alertSettingsOf } from '../alert-settings.ts';
import { askAbout } from './ask.ts';
import { type Asker, aheadOfQueue, askerOf } from './asker.ts';
import { type Checked, writeCheck } from './checks.ts';
import { writeFacts } from './facts.ts';
import { dateFacts, nextLook, retryAt } from './next-look.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { type LookedUpRecord, type Subject, recordsOf } from './subjects.ts';
import { lookKind, readLookKey } from './look-keys.ts';

type Services = Pick<Asker, 'db' | 'egress'> & {
  config: Asker['config'] & { looksUp: boolean };
};

/** The records of each area, by their ids. */
function byArea(records: readonly LookedUpRecord[]) {
  const areas = [...new Set(records.map(({ area }) => area))];
  return areas.map((area) => ({
    area,
    recordIds: records.filter((record) => record.area === area).map(({ id }) => id),
  }));
}

/** How the latest attempt ended for each record: alerts depend on it. */
const statesOf = async (
  tx: Tx,
  ownerId: string,
  { kind, subject }: Subject,
  recordIds: readonly string[],
) => {
  const rows = await tx
    .selectFrom('checks')
    .select(['recordId', 'state'])
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', recordIds)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
  return new Map(rows.map(({ recordId, state }) => [recordId, state]));
};

/**
 * Writes what was found, if anything, and how the attempt ended, for all records that the subject is about by now. Returns
 * when to look again: `nextAt`, or as the dates demand.
 */
async function write(
  tx: Tx,
  ownerId: string,
  of: Subject,
  { nextAt: given, ...checked }: Pick<Checked, 'state' | 'at' | 'host' | 'error'> & { nextAt: number | null },
  outcome: LookUpOutcome | null,
): Promise<number> {
  const { at } = checked;
  const records = await recordsOf(tx, ownerId, of);
  if (records.length === 0) return at;
  const ids = records.map(({ id }) => id);
  const before = await statesOf(tx, ownerId, of, ids);
  if (outcome && outcome.values.length > 0)
    for (const some of byArea(records))
      await writeFacts(tx, ownerId, {
        ...some,
        kind: of.kind,
        source: outcome.source,
        sourceHost: outcome.host,
        at,
        values: outcome.values.map((value) => ({ ...value, subject: of.subject })),
      });
  const facts = await dateFacts(tx, ownerId, ids);
  const { timeZone } = await alertSettingsOf(tx, ownerId);
  const nextAt = given ?? nextLook(of, checked.state, records, facts, { now: at, timeZone });
  for (const some of byArea(records)) {
    await writeCheck(tx, ownerId, { ...some, ...of, ...checked, nextAt });
    await refreshShown(tx, ownerId, some.area, some.recordIds);
  }
  // Said twice, a day apart, that a name is gone is an alert.
  const isToBeTold = checked.state === 'unregistered' || ids.some((id) => before.get(id) !== checked.state);
  if (isToBeTold) await crossSoon(tx, ownerId);
  return nextAt;
}

/** Looks one subject up for all records of a workspace that it is about; ends when there are none, or it is switched off. */
export const looking = ({ db, ...services }: Services): Job => ({
  kind: lookKind,
  cron: null,
  run: async ({ key, failures, ...run }) => {
    const { ownerId, ...of } = readLookKey(key);
    const { look } = await alertSettingsOf(db, ownerId);
    if (!services.config.looksUp || !look[of.kind satisfies LookKind]) return undefined;
    if ((await recordsOf(db, ownerId, of)).length === 0) return undefined;
    try {
      const outcome = await askAbout[of.kind](askerOf({ db, ...services }, run), of.subject);
      const { state, host } = outcome;
      const checked = { state, at: Date.now(), host, error: null, nextAt: null };
      const nextAt = await transaction(db, (tx) => write(tx, ownerId, of, checked, outcome));
      return { nextAt };
    } catch (error) {
      if (!(error instanceof LookFailure)) throw error;
      const at = Date.now();
      const { host, message } = error;
      const nextAt = Math.max(retryAt(failures, at), error.retryAt ?? 0);
      const checked = { state: 'failing', at, host, error: message, nextAt } as const;
      await transaction(db, (tx) => write(tx, ownerId, of, checked, null));
      // The next attempt begins anew, not where this one had been redirected to.
      await run.save(aheadOfQueue);
      throw new JobFailure(message, { retryAt: nextAt });
    }
  },
});
