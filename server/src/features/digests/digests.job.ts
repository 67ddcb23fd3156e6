import { readerOf } from '../../access/active-member.ts';
import { transaction } from '../../db/transaction.ts';
import { queueDigest } from '../../deliveries/queue.ts';
import { eachChunk } from '../../jobs/each-chunk.ts';
import type { Job } from '../../jobs/job.ts';
import { alertSettingsOf } from '../../expiry/alert-settings.ts';
import type { Services } from '../../services.ts';
import { datesReader } from './digests.dates.ts';
import { dayDue, withDay } from './digests.due.ts';
import { type DigestMember, markMade, membersAfter } from './digests.store.ts';
import { digestSubject, digestText } from './digests.text.ts';

/** Makes the digests of members that are due. */
function digestMaker(services: Services): (member: DigestMember) => Promise<void> {
  const { db, keyring, config } = services;
  const datesFor = datesReader(services);

  /** What a member's digest says; null: there is nothing to say, or nobody to say it to. */
  const digestFor = async ({ ownerId, userId, workspace, digest }: DigestMember, timeZone: string) => {
    const owner = await readerOf(db, keyring, { workspaceId: ownerId, userId, job: 'digest' });
    const dates = owner && (await datesFor(owner));
    if (!dates || dates.count === 0) return null;
    const about = { workspace, digest, timeZone, publicUrl: config.publicUrl };
    const records = dates.first.map(({ area, recordId }) => ({ area, recordId }));
    return { subject: digestSubject(dates), text: digestText(dates, about), records };
  };

  return async (member) => {
    const { ownerId, userId, digest, progress } = member;
    const { timeZone } = await alertSettingsOf(db, ownerId);
    const day = dayDue(digest, progress, timeZone, Date.now());
    if (day === null) return;
    const made = await digestFor(member, timeZone);
    await transaction(db, async (tx) => {
      // Of several processes one gets further, and a crash leaves neither the mark nor the message.
      if (!(await markMade(tx, member, withDay(progress, day)))) return;
      if (made) await queueDigest(tx, ownerId, userId, made);
    });
  };
}

/**
 * Makes the digests that are due, at the hours of each workspace's time zone: the minutes of an hour that begins there are
 * multiples of five. Without mail set up they wait.
 */
export const digesting = (services: Services): Job => ({
  kind: 'digest',
  cron: '*/5 * * * *',
  run: async ({ signal }) => {
    if (services.config.mail === null) return;
    const makeDigest = digestMaker(services);
    const failures: unknown[] = [];
    await eachChunk({ ownerId: '', userId: '' }, signal, async (after) => {
      const members = await membersAfter(services.db, after);
      for (const member of members) {
        signal.throwIfAborted();
        // Others get theirs although one can't be made.
        await makeDigest(member).catch((error: unknown) => failures.push(error));
      }
      return members.at(-1) ?? null;
    });
    if (failures.length > 0) throw failures[0];
  },
});
