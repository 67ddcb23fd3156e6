import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import type { Db, Tx } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { crossSoon, noteForEvaluation } from '../../jobs/due.ts';
import { type Job, JobFailure, type JobRun, type NextRun } from '../../jobs/job.ts';
import { inChunks } from '../../lib/paced.ts';
import { refreshShown } from '../shown.ts';
import { alertSettingsOf } from '../alert-settings.ts';
import { askAbout } from './ask.ts';
import { type Asker, aheadOfQueue, askerOf } from './asker.ts';
import { type Checked, writeCheck } from './checks.ts';
import { latestChange } from './fact-changes.ts';
import { forgetNobodys, writeFacts } from './facts.ts';
import { dateFacts, nextLook, retryAt, waitOf, weekMs } from './next-look.ts';
import { outageWarning } from './outage-warning.ts';
import { LookFailure, type LookUpOutcome } from './outcome.ts';
import { type LookedUpRecord, type Subject, lockedOf, recordsOf } from './subjects.ts';
import { lookKind, readLookKey } from './look-keys.ts';
import type { NamedServers } from './zones.ts';

type Services = Pick<Asker, 'db' | 'egress' | 'log'> & {
  config: Asker['config'] & { looksUp: boolean };
};

/** Whoever takes so long to fail will do so again. */
const silentMs = 3000;

/** So many records are written at once, so that other writers need not wait. */
const recordsAtOnce = 100;

/** How the latest attempt ended for each of these records, and when: alerts depend on it. */
const checksOf = async (tx: Tx, ownerId: string, { kind, subject }: Subject, ids: readonly string[]) => {
  const rows = await tx
    .selectFrom('checks')
    .select(['recordId', 'state', 'checkedAt'])
    .where('ownerId', '=', ownerId)
    .where('recordId', 'in', ids)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
  return new Map(rows.map(({ recordId, ...check }) => [recordId, check]));
};

type Ended = Pick<Checked, 'state' | 'at' | 'host' | 'error'> & {
  nextAt: number;
  /** When the subject's facts changed last. */
  changedAt: number;
};

/** Writes how an attempt ended, and what is shown by now, for those of some records that the subject is still about. */
async function writeAbout(
  { tx, named }: { tx: Tx; named: NamedServers },
  ownerId: string,
  of: Subject,
  some: readonly LookedUpRecord[],
  { changedAt, ...ended }: Ended,
): Promise<void> {
  const records = await lockedOf(tx, ownerId, of, some, named);
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  const before = await checksOf(tx, ownerId, of, ids);
  for (const [area, own] of Map.groupBy(records, (record) => record.area)) {
    const recordIds = own.map(({ id }) => id);
    await writeCheck(tx, ownerId, { area, recordIds, ...of, ...ended });
    await refreshShown(tx, ownerId, area, recordIds);
  }
  // Said twice, a day apart, that a name is gone is an alert.
  const isToBeTold =
    ended.state === 'unregistered' || ids.some((id) => before.get(id)?.state !== ended.state);
  // Also where whoever found the change was interrupted.
  const changed = ids.filter((id) => (before.get(id)?.checkedAt ?? Infinity) < changedAt);
  await noteForEvaluation(tx, ownerId, changed);
  if (isToBeTold || changed.length > 0) await crossSoon(tx, ownerId);
}

/** How long until the next look, by the first of the records that demands it. */
async function shortestWait(db: Db, ownerId: string, of: Subject, records: readonly LookedUpRecord[]) {
  const { timeZone } = await alertSettingsOf(db, ownerId);
  let wait = weekMs;
  for await (const some of inChunks(records, recordsAtOnce)) {
    const facts = await dateFacts(db, ownerId, some);
    wait = Math.min(wait, waitOf(of, some, facts, { now: Date.now(), timeZone }));
  }
  return wait;
}

/**
 * Writes what was found, if anything, and how the attempt ended, for all records that the subject is about by now, some at
 * a time: whoever is interrupted does it again. Returns when to look again: `nextAt`, or as the dates demand.
 */
async function writeAll(
  { db, signal, named }: { db: Db; signal: AbortSignal; named: NamedServers },
  ownerId: string,
  of: Subject,
  { nextAt: given, ...ended }: Omit<Ended, 'nextAt' | 'changedAt'> & { nextAt: number | null },
  outcome: LookUpOutcome | null,
): Promise<number> {
  const { at, state } = ended;
  if (outcome) {
    const { source, host: sourceHost, values } = outcome;
    await transaction(db, (tx) => writeFacts(tx, ownerId, { ...of, source, sourceHost, at, values }));
  }
  const changedAt = await latestChange(db, ownerId, of);
  const records = await recordsOf(db, ownerId, of, named);
  const nextAt = given ?? nextLook(state, await shortestWait(db, ownerId, of, records), at);
  for await (const some of inChunks(records, recordsAtOnce)) {
    signal.throwIfAborted();
    await transaction(db, (tx) =>
      writeAbout({ tx, named }, ownerId, of, some, { ...ended, nextAt, changedAt }),
    );
  }
  await forgetNobodys(db, ownerId, of);
  return nextAt;
}

/** Looks one subject up for all records of a workspace that it is about; ends when there are none, or it is switched off. */
export const looking = ({ db, ...services }: Services): Job => {
  const outage = outageWarning({ db, ...services });
  return { kind: lookKind, cron: null, run: lookUp };

  async function lookUp({ key, failures, ...run }: JobRun): Promise<NextRun | undefined> {
    const { ownerId, ...of } = readLookKey(key);
    const { look } = await alertSettingsOf(db, ownerId);
    const writer = { db, signal: run.signal, named: services.config.whoisServers };
    if (!services.config.looksUp || !look[of.kind satisfies LookKind]) return undefined;
    if ((await recordsOf(db, ownerId, of, writer.named)).length === 0) {
      // Something may have been found before the job had to wait.
      await forgetNobodys(db, ownerId, of);
      return undefined;
    }
    const began = performance.now();
    try {
      const outcome = await askAbout[of.kind](askerOf({ db, ownerId, ...services }, run), of.subject);
      outage.answered();
      const { state, host, unread = null } = outcome;
      const checked = { state, at: Date.now(), host, error: unread, nextAt: null };
      const nextAt = await writeAll(writer, ownerId, of, checked, outcome);
      return { nextAt };
    } catch (error) {
      if (!(error instanceof LookFailure)) throw error;
      const at = Date.now();
      const { host, message, values } = error;
      const wasSilent = performance.now() - began > silentMs;
      const nextAt = Math.max(retryAt(failures, at, wasSilent), error.retryAt ?? 0);
      const checked = { state: 'failing', at, host, error: message, nextAt } as const;
      const found =
        host === null || values.length === 0
          ? null
          : ({ state: 'ok', source: 'rdap', host, values } as const);
      await writeAll(writer, ownerId, of, checked, found);
      // The next attempt begins anew, not where this one had been redirected to.
      await run.save(aheadOfQueue);
      await outage.failed(ownerId, message);
      throw new JobFailure(message, { retryAt: nextAt, level: 'debug' });
    }
  }
};
