import { digestDays } from '@quartermaster/contract/digests/digests.routes';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { type Owner, scopeKey } from '../../access/owner.ts';
import { silentDates } from '../../alerts/silent.ts';
import { allExpirations } from '../../expiry/pages.ts';
import type { Services } from '../../services.ts';

/** What a digest tells: the first dates, and how many there are. */
export interface DigestDates {
  first: Expiration[];
  count: number;
}

/** What is overdue and what comes next, as far as this owner sees it and people are told of it. */
async function datesOf({ db, tables }: Services, owner: Owner): Promise<DigestDates> {
  const isSilent = await silentDates(db, owner.id);
  const dates: DigestDates = { first: [], count: 0 };
  const { rows } = await allExpirations(db, owner, tables, { within: digestDays });
  for await (const some of rows) {
    const told = some.filter((each) => !isSilent(each));
    dates.count += told.length;
    dates.first.push(...told.slice(0, serverLimits.digestRows - dates.first.length));
  }
  return dates;
}

/** Reads the dates of each view of a workspace once: most members see the same. */
export function datesReader(services: Services): (owner: Owner) => Promise<DigestDates> {
  const known = new Map<string, Promise<DigestDates>>();
  return (owner) => {
    const key = scopeKey(owner);
    const dates = known.get(key) ?? datesOf(services, owner);
    known.set(key, dates);
    return dates;
  };
}
